import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { shellScriptTests } from './scripts/test/plan.ts';

/** Compile cache for the processes that tests start; stripping types is most of a short one's time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Code beside Electron adapters is tested without Electron. */
const NO_ELECTRON = {
  electron: fileURLToPath(new URL('src/main/testing/electron.ts', import.meta.url)),
};

/** For tests that wait for processes and sockets, so more workers than two cores pay off. They run last. */
const WAITING = { maxWorkers: 5, sequence: { groupOrder: 1 } };

/** For tests that only compute: each worker loads all modules again, a third of their time. */
const COMPUTING = { maxWorkers: 1, sequence: { groupOrder: 0 } };

const BUILD_CLI = 'tests/contract/build-cli.ts';

/** The timeouts are for hangs: a busy machine takes several times as long as a quiet one. */
const project = (
  name: string,
  include: string[],
  more: {
    alias?: Record<string, string>;
    exclude?: string[];
    globalSetup?: string;
    setupFiles?: string;
    maxWorkers?: number;
    sequence?: { groupOrder: number };
  } = {},
) => ({
  test: {
    ...{ name, include, environment: 'node', testTimeout: 120_000, hookTimeout: 120_000 },
    // Starting one program may take a second on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_COMPILE_CACHE },
    // Test files share their modules, which saves loading them for each file.
    isolate: false,
    ...WAITING,
    ...more,
    exclude: [
      ...configDefaults.exclude,
      ...shellScriptTests(process.platform),
      ...(more.exclude ?? []),
    ],
  },
});

/** Tests beside the code that use real files, sockets or processes. */
const REAL = 'src/**/*.real.test.ts';

export default defineConfig({
  test: {
    // What code under test prints is of interest when its test fails.
    silent: 'passed-only',
    projects: [
      project('unit', ['src/**/*.test.ts', 'src/**/*.test.tsx'], {
        alias: NO_ELECTRON,
        exclude: [REAL],
        ...COMPUTING,
      }),
      project('real', [REAL], { alias: NO_ELECTRON }),
      // Once more over the command line's `fetch`.
      project('node-fetch', ['src/core/providers/http/http*.real.test.ts'], {
        setupFiles: 'src/core/providers/testing/use-node-fetch.ts',
      }),
      project('simulator', ['simulator/**/*.test.ts'], COMPUTING),
      ...['app-build', 'browser-host', 'keyring', 'ssh', 'terminals', 'tray-host'].map((name) =>
        project(name, [`tests/${name}/**/*.test.ts`]),
      ),
      // Of the command line's bundle.
      ...['contract', 'packaging'].map((name) =>
        project(name, [`tests/${name}/**/*.test.ts`], { globalSetup: BUILD_CLI }),
      ),
      project('scripts', ['scripts/**/*.test.ts']),
    ],
  },
});
