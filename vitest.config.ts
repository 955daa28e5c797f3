import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { inlineNames } from './scripts/build/inline-names.ts';
import { shellScriptTests } from './scripts/test/plan.ts';
import { LongestFirst } from './scripts/test/sequencer.ts';

/** Compile cache for the processes that tests start; stripping types is most of a short one's time. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Code beside Electron adapters is tested without Electron. */
const NO_ELECTRON = {
  electron: fileURLToPath(new URL('src/main/testing/electron.ts', import.meta.url)),
};

/**
 * For tests of processes and sockets. More workers, here or in `tests/e2e`, take a seventh more CPU time and keep the cores no
 * busier: programs that run in turns lose their caches.
 */
const WAITING = { maxWorkers: 3, sequence: { groupOrder: 1 } };

/**
 * For tests that only compute: each worker loads all modules again, a third of their time. They run first: beside the checks, the
 * simulated time of others ran out while modules were loaded.
 */
const COMPUTING = { maxWorkers: 1, sequence: { groupOrder: 0 } };

/**
 * Simulated days leave much garbage: with Node's few MB for new objects, collecting it takes a fifth of the time. Old ones are
 * mostly modules: until there are 400 MB, looking for garbage among them takes 5 % and finds little.
 */
const GARBAGE = {
  execArgv: [
    ...['--min-semi-space-size=16', '--max-semi-space-size=64'],
    '--initial-old-space-size=400',
  ],
};

/** The timeouts are for hangs: a busy machine takes several times as long as a quiet one. */
const project = (
  name: string,
  include: string[],
  more: {
    exclude?: string[];
    globalSetup?: string;
    setupFiles?: string;
    execArgv?: string[];
    maxWorkers?: number;
    sequence?: { groupOrder: number };
  } = {},
) => ({
  // As in the bundles: in each worker, parsing the descriptions takes more than a second.
  plugins: [inlineNames(import.meta.dirname)],
  test: {
    ...{ name, include, environment: 'node', testTimeout: 300_000, hookTimeout: 300_000 },
    alias: NO_ELECTRON,
    // Starting one program may take a second on a busy machine.
    expect: { poll: { timeout: 30_000 } },
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
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', ['src/**/*.test.ts', 'src/**/*.test.tsx'], {
        exclude: [REAL],
        ...COMPUTING,
        ...GARBAGE,
      }),
      // A worker runs files of one project only. Starting a program takes twice as long from a worker that has simulated days.
      project('contract', ['tests/contract/**/*.test.ts'], {
        globalSetup: 'tests/contract/build-cli.ts',
        ...GARBAGE,
      }),
      project('real', [REAL, '{scripts,simulator,tests}/**/*.test.ts'], {
        exclude: ['tests/contract/**'],
        globalSetup: 'tests/contract/build-cli.ts',
      }),
      // Once more over the command line's `fetch`.
      project('node-fetch', ['src/core/providers/http/http*.real.test.ts'], {
        setupFiles: 'src/core/providers/testing/use-node-fetch.ts',
      }),
    ],
  },
});
