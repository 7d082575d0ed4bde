// The one source of chance: SplitMix64 (Steele, Lea, Flood 2014). Its state is one number, kept with the world,
// so that the same seed gives the same sweeps everywhere and a restored world draws on where it was.

@inline
export function nextState(state: u64): u64 {
  return state + 0x9e3779b97f4a7c15
}

/** 64 well-mixed bits of a state. */
@inline
export function mix(state: u64): u64 {
  let z = state
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb
  return z ^ (z >> 31)
}

/** An integer in [0, n), by the upper half of a product. The bias is below n / 2^32. */
@inline
export function below(bits: u64, n: u32): u32 {
  return <u32>(((bits >> 32) * <u64>n) >> 32)
}
