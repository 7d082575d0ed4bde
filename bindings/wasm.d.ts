/** The bytes of a compiled module, in base64: scripts/wasmBase64.js makes it so in rollup and in vitest. */
declare module '*.wasm' {
  const base64: string;
  export default base64;
}
