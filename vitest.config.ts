import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './tests/run/platforms.ts';

const { projects: absent, files: exclude } = leftOut(process.platform);

/** What Node made of our TypeScript, for the processes that tests start: compiling is most of a short one's time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

const NO_ELECTRON = fileURLToPath(new URL('src/main/testing/electron.ts', import.meta.url));

/**
 * One project per process, so that each runs with what that process has and nothing more. The deadlines are for what hangs:
 * a machine with other things to do takes several times as long as one without, and nothing is wrong then.
 */
const project = (name: string, include: string[], alias: Record<string, string> = {}) => ({
  test: {
    ...{ name, include, alias, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
    // Its own second is what a single program takes to start, on a bad day.
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_COMPILE_CACHE },
    exclude: [...configDefaults.exclude, ...exclude],
  },
});

export default defineConfig({
  test: {
    // Most suites wait for processes and sockets: more workers than a small machine's one, and no more than two cores bear.
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
      project('run', ['tests/run/**/*.test.ts']),
      project('scripts', ['scripts/**/*.test.ts']),
      project('packaging', ['tests/packaging/**/*.test.ts']),
      project('keyring', ['tests/keyring/**/*.test.ts']),
      project('ssh', ['tests/ssh/**/*.test.ts']),
      project('terminals', ['tests/terminals/**/*.test.ts']),
      project('contract', ['tests/contract/**/*.test.ts']),
    ].filter(({ test }) => !absent.includes(test.name)),
  },
});
