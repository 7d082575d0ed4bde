// A 64-bit hash of bytes: eight at a time, multiplied and rotated; good enough to tell states apart, and the same everywhere.

export function absorb(hash: u64, at: usize, bytes: u32): u64 {
  const end = at + (bytes & ~7)
  for (; at < end; at += 8) hash = rotl<u64>((hash ^ load<u64>(at)) * 0x9e3779b97f4a7c15, 29)
  let rest: u64 = 0
  for (let k: u32 = 0; k < (bytes & 7); k++) rest = (rest << 8) | load<u8>(at + k)
  return rotl<u64>((hash ^ rest) * 0x9e3779b97f4a7c15, 29)
}
