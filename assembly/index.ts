// The exported surface, nothing else. bindings/ is its only caller.

export { initialise, reserve } from './arena'
export { appendBodies, dropAppended, orientDisks, clearMarks, markBody, compactBodies, checkBodies } from './bodies'
export { appendBoundary, dropAppendedBoundary } from './boundaries'
export { checkOverlaps } from './overlaps'
export { step } from './step'
export { measureMotion } from './ledger'
export { derive } from './derived'
export { stateBytes, stateHash } from './state'
export { reserveArms, solveArms } from './solver/arms'
export { assist, giveUp } from './team'
