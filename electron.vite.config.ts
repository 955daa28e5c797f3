import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { licenses } from './scripts/build/licenses.ts';
import { contract } from './src/shared/ipc/contract.ts';

/** Everything is bundled except keytar, which loads a native file beside it. */
export default defineConfig(({ command }) => ({
  main: {
    define: { IS_DEV_SERVER: JSON.stringify(command === 'serve') },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          'keytar-process': 'src/core/vault/keytar-process.ts',
        },
        external: ['keytar'],
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
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
    plugins: [react(), tailwindcss(), licenses(import.meta.dirname)],
    build: {
      outDir: 'out/renderer',
      // The CSP allows `data:` for images only.
      assetsInlineLimit: 0,
      minify: true,
      // Chunks import little but the first file, so a list of what each needs would only make that one larger.
      modulePreload: false,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // The first screen then loads only what it uses of an index.ts, such as no form fields.
        treeshake: {
          moduleSideEffects: [{ test: /\/src\/(renderer|shared)\/.*\.tsx?$/, sideEffects: false }],
        },
        output: {
          // The first screen in one file: one round trip, and 3 % smaller than several.
          codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
        },
      },
    },
  },
}));
