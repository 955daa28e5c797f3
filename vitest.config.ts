import { configDefaults, defineConfig } from 'vitest/config';
import { leftOut } from './tests/run/platforms.ts';

const { projects: absent, files: exclude } = leftOut(process.platform);

/** One project per process, so that each runs with what that process has and nothing more. */
const project = (name: string, include: string[]) => ({
  test: {
    ...{ name, include, environment: 'node', testTimeout: 20_000, hookTimeout: 30_000 },
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
      project('main', ['src/main/**/*.test.ts', 'resources/**/*.test.ts']),
      project('preload', ['src/preload/**/*.test.ts']),
      project('renderer', ['src/renderer/**/*.test.ts']),
      project('cli', ['src/cli/**/*.test.ts']),
      project('simulator', ['simulator/**/*.test.ts']),
      project('browser-host', ['tests/browser-host/**/*.test.ts']),
      project('app-build', ['tests/app-build/**/*.test.ts']),
      project('run', ['tests/run/**/*.test.ts']),
      project('demo', ['tests/demo/**/*.test.ts']),
      project('packaging', ['tests/packaging/**/*.test.ts']),
      project('keyring', ['tests/keyring/**/*.test.ts']),
      project('ssh', ['tests/ssh/**/*.test.ts']),
      project('terminals', ['tests/terminals/**/*.test.ts']),
      project('contract', ['tests/contract/**/*.test.ts']),
    ].filter(({ test }) => !absent.includes(test.name)),
  },
});
