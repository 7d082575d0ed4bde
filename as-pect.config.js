// Specs of the engine, written in AssemblyScript: `npm run test:assembly`. (Not through `asp`: it exits with 0 when the
// process that runs the specs is killed.) Each is compiled with as-pect.asconfig.json: asserts on, its own memory, and
// a garbage-collected heap that starts at __heap_base, which the engine in its own build has to itself.
export default {
  entries: ['assembly/**/__tests__/**/*.spec.ts'],
  include: ['assembly/**/__tests__/**/*.include.ts'],
  disclude: [/node_modules/],
  instantiate(memory, createImports, instantiate, binary) {
    return instantiate(binary, createImports({ env: { memory } }));
  },
  outputBinary: false,
};
