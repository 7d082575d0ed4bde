import { defineConfig } from 'vitest/config';
import { wasmBase64 } from './scripts/wasmBase64.js';

export default defineConfig({
  plugins: [wasmBase64()],
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
