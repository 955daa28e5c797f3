import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { withoutCssFallback } from './scripts/build/css-fallback.ts';
import { inlineNames } from './scripts/build/inline-names.ts';
import { inlineText } from './scripts/build/inline-text.ts';
import { lazyNode } from './scripts/build/lazy-node.ts';
import { licenses } from './scripts/build/licenses.ts';
import { modulePreload } from './scripts/build/module-preload.ts';
import { contract } from './src/shared/ipc/contract.ts';

/** The panel's own code of the first screen; after the first sign-in that is the list. */
const FIRST_SCREEN = ['index', 'panel', 'home', 'welcome'];

/** Everything is bundled except keytar, which loads a native file beside it. */
export default defineConfig(({ command }) => ({
  main: {
    plugins: [inlineNames(import.meta.dirname), inlineText(), lazyNode()],
    define: { IS_DEV_SERVER: JSON.stringify(command === 'serve') },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/start.ts',
          'keytar-process': 'src/core/vault/keytar-process.ts',
        },
        external: ['keytar'],
        output: {
          // Names stay, for stacks in bug reports.
          minify: { compress: true, mangle: false, codegen: true },
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Not the package: Node's lookup of its main file does not know archives (electron/electron#41241).
          paths: { keytar: 'keytar/lib/keytar.js' },
        },
      },
    },
  },
  preload: {
    // Names only: the contract's schemas would bring zod into the preload.
    define: { REQUEST_NAMES: JSON.stringify(Object.keys(contract)) },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload is one CommonJS file that can require only `electron`.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [
      react(),
      tailwindcss(),
      withoutCssFallback(),
      licenses(import.meta.dirname),
      modulePreload(['react', 'rolldown-runtime', 'panel']),
    ],
    build: {
      outDir: 'out/renderer',
      // The CSP allows `data:` for images only.
      assetsInlineLimit: 0,
      minify: true,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // The first screen then loads only what it uses of an index.ts, such as no form fields.
        treeshake: {
          moduleSideEffects: [{ test: /\/src\/(renderer|shared)\/.*\.tsx?$/, sideEffects: false }],
        },
        output: {
          // V8 compiles these files' functions while they load, on another thread: the list's scripts take 27 ms of CPU time instead of 34.
          // Of React's functions too few are called.
          postBanner: ({ name }) =>
            FIRST_SCREEN.includes(name) ? '//# allFunctionsCalledOnLoad' : '',
          // What the first screen consists of, loaded at the same time.
          codeSplitting: {
            groups: [
              { name: 'index', tags: ['$initial'], priority: 4 },
              {
                name: 'react',
                test: /[\\/]node_modules[\\/](react|react-dom|scheduler|zustand)[\\/]/,
                priority: 3,
              },
              {
                // The providers are of the sign-in, too.
                name: 'panel',
                test: /[\\/](renderer[\\/](panel|ui[\\/]request)\.tsx|shared[\\/]providers[\\/]providers\.ts)$/,
                priority: 2,
              },
              { name: 'home', test: /[\\/]app[\\/]home\.tsx$/, priority: 1 },
              { name: 'welcome', test: /[\\/]accounts[\\/]welcome\.tsx$/ },
            ],
          },
        },
      },
    },
  },
}));
