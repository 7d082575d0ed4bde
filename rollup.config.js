import { readFile, rm } from 'node:fs/promises';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import typescript from '@rollup/plugin-typescript';
import { dts } from 'rollup-plugin-dts';
import { wasmBase64 } from './scripts/wasmBase64.js';
import { pureLoader } from './scripts/pureLoader.js';

const input = { index: 'src/index.ts', plot: 'src/plot/index.ts', studies: 'src/studies/index.ts' };
const tsconfig = 'tsconfig.build.json';

const LOADER_NOTICE = `/*!
 * Contains @assemblyscript/loader and parts of the AssemblyScript standard library,
 * Copyright The AssemblyScript Authors, https://www.assemblyscript.org
 * Licensed under the Apache License, Version 2.0, https://www.apache.org/licenses/LICENSE-2.0
 */`;

export default [
  {
    input,
    plugins: [wasmBase64(), nodeResolve(), pureLoader(), typescript({ tsconfig }), dist()],
    output: {
      dir: 'dist',
      format: 'es',
      sourcemap: true,
      chunkFileNames: 'shared-[name].js',
      banner: ({ moduleIds }) => (moduleIds.some((id) => id.includes('@assemblyscript')) ? LOADER_NOTICE : ''),
    },
  },
  {
    input,
    plugins: [dts({ tsconfig, includeExternal: ['@assemblyscript/loader'] })],
    output: { dir: 'dist', format: 'es', chunkFileNames: 'shared-[name].d.ts' },
  },
];

/** Empties dist/ and puts the module there too, for those who would rather fetch it than have it inside the bundle. */
function dist() {
  return {
    name: 'dist',
    async renderStart() {
      await rm('dist', { recursive: true, force: true });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'signorini.wasm', source: await readFile('build/release.wasm') });
      this.emitFile({ type: 'asset', fileName: 'signorini-threads.wasm', source: await readFile('build/threads.wasm') });
    },
  };
}
