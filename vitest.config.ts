import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { shellScriptTests } from './scripts/test/plan.ts';

/** Compile cache for the processes that tests start; stripping types is most of a short one's time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const NO_ELECTRON = fileURLToPath(new URL('src/main/testing/electron.ts', import.meta.url));

/** One project per part of the app. The timeouts are for hangs: a busy machine takes several times as long as a quiet one. */
const project = (name: string, include: string[], alias: Record<string, string> = {}) => ({
  test: {
    ...{ name, include, alias, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
    // Starting one program may take a second on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_COMPILE_CACHE },
    exclude: [...configDefaults.exclude, ...shellScriptTests(process.platform)],
  },
});

export default defineConfig({
  test: {
    // Most suites wait for processes and sockets, so more workers than two cores pay off.
    maxWorkers: 3,
    projects: [
      project('shared', ['src/shared/**/*.test.ts']),
      project('core', ['src/core/**/*.test.ts']),
      project('main', ['src/main/**/*.test.ts'], { electron: NO_ELECTRON }),
      project('preload', ['src/preload/**/*.test.ts']),
      project('renderer', ['src/renderer/**/*.test.ts']),
      project('cli', ['src/cli/**/*.test.ts']),
      project('simulator', ['simulator/**/*.test.ts']),
      project('browser-host', ['tests/browser-host/**/*.test.ts']),
      project('app-build', ['tests/app-build/**/*.test.ts']),
      project('scripts', ['scripts/**/*.test.ts']),
      project('packaging', ['tests/packaging/**/*.test.ts']),
      project('keyring', ['tests/keyring/**/*.test.ts']),
      project('ssh', ['tests/ssh/**/*.test.ts']),
      project('terminals', ['tests/terminals/**/*.test.ts']),
      project('contract', ['tests/contract/**/*.test.ts']),
    ],
  },
});
