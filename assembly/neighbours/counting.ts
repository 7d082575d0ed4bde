// Sorting by counting: how many fall into each box, then where each box begins.

/** One more in a box. */
@inline
export function count(starts: usize, box: i32): void {
  const at = starts + (<usize>box << 2)
  store<i32>(at, load<i32>(at) + 1)
}

/** Turns counts into the places where the boxes end; `takePlace` then brings them down to where they begin. */
export function addUp(starts: usize, boxes: i32): void {
  let end = 0
  for (let k = 0; k <= boxes; k++) {
    const at = starts + (<usize>k << 2)
    end += load<i32>(at)
    store<i32>(at, end)
  }
}

/** The last free place in a box. Taken from the last body to the first, bodies of one box stay in the order of their rows. */
@inline
export function takePlace(starts: usize, box: i32): i32 {
  const at = starts + (<usize>box << 2)
  const place = load<i32>(at) - 1
  store<i32>(at, place)
  return place
}
