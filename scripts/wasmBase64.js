// A plugin for rollup and for vite: `import base64 from '../build/release.wasm'` gives the bytes of the file as a
// base64 string, so that one JavaScript file runs in Node, in a browser and in a worker without a second request.

import { readFile } from 'node:fs/promises';

export function wasmBase64() {
  return {
    name: 'wasm-base64',
    enforce: /** @type {const} */ ('pre'), // vite: before its own refusal of bare .wasm imports

    /**
     * @this {{ addWatchFile(id: string): void }}
     * @param {string} id
     */
    async load(id) {
      if (!id.endsWith('.wasm')) return null;
      this.addWatchFile(id);
      const base64 = await readFile(id, 'base64');
      return { code: `export default '${base64}';`, map: { mappings: '' } };
    },
  };
}
