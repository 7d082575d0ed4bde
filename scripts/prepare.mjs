// Runs before `npm start` and `npm test`: brings the checkout to where they can run, and does nothing that is done.
// It needs Node and npm only, because on a fresh clone there is nothing else.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => join(root, ...names);

const SOURCES = [
  'assembly', 'bindings', 'src', 'scripts/wasmBase64.js', 'scripts/pureLoader.js',
  'asconfig.json', 'rollup.config.js', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json',
];
const OUTPUTS = [
  'build/release.wasm', 'build/threads.wasm', 'build/debug.wasm',
  'dist/index.js', 'dist/index.d.ts', 'dist/plot.js', 'dist/plot.d.ts', 'dist/studies.js', 'dist/studies.d.ts',
  'dist/signorini.wasm', 'dist/signorini-threads.wasm',
];

if (!dependenciesAreInstalled()) run('installing dependencies', 'npm ci --include=dev --no-audit --no-fund');
if (!buildIsFresh()) run('building', 'npm run build');

/** Is what npm says it installed what the lock file asks for? Packages for other platforms may be missing. */
function dependenciesAreInstalled() {
  const installedLock = at('node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const wanted = readPackages(at('package-lock.json'));
  const installed = readPackages(installedLock);
  for (const [path, { version, integrity, optional, devOptional }] of Object.entries(wanted)) {
    if (path === '') continue; // the project itself
    const found = installed[path];
    if (!found && (optional || devOptional)) continue;
    if (found?.version !== version || found?.integrity !== integrity || !existsSync(at(path))) return false;
  }
  return true;
}

function readPackages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** Is every output there, and none older than a source? */
function buildIsFresh() {
  const outputs = OUTPUTS.map((name) => at(name));
  if (!outputs.every((file) => existsSync(file))) return false;
  const oldest = Math.min(...outputs.map((file) => statSync(file).mtimeMs));
  return SOURCES.every((name) => newest(at(name)) <= oldest);
}

/** Time of the last change to a file, or in a folder; a folder's own time tells of files removed from it. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  let time = stat.mtimeMs;
  if (stat.isDirectory()) {
    for (const name of readdirSync(path)) {
      if (name !== '__tests__') time = Math.max(time, newest(join(path, name)));
    }
  }
  return time;
}

/** Runs a command quietly; when it fails, shows what it said and exits with its code. */
function run(what, command) {
  console.log(`${what} (${command})`);
  const { status, error, stdout, stderr } = spawnSync(command, {
    cwd: root,
    shell: true, // npm is a .cmd file on Windows
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: Infinity,
  });
  if (status === 0) return;
  process.stdout.write(stdout ?? '');
  process.stderr.write(stderr ?? '');
  console.error(`${what} failed${error ? `: ${error.message}` : ''}`);
  process.exit(status ?? 1);
}
