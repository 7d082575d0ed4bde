// Where a step's time goes. In the profile build, which only bench/ loads, every stage calls out when it ends; in the others
// this is nothing.

// @ts-ignore: decorator
@external('env', 'mark')
declare function callOut(stage: i32): void

/** A stage has ended. */
@inline
export function mark(stage: i32): void {
  if (isDefined(PROFILE)) callOut(stage)
}
