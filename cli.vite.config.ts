import { build, defineConfig, type UserConfig } from 'vite';
import { inlineNames } from './scripts/build/inline-names.ts';
import { inlineText } from './scripts/build/inline-text.ts';
import { lazyNode } from './scripts/build/lazy-node.ts';

const WATCH = '/watch/run-watch.ts';

/**
 * The command line as a few files, since each one costs time at every start: what `status` uses, what others share, and what each
 * uses alone. Everything is bundled except keytar, which loads a native file beside it.
 */
const bundle = (outDir: string, isLeftOut: (id: string) => boolean): UserConfig => ({
  logLevel: 'warn',
  plugins: [
    inlineNames(import.meta.dirname),
    inlineText(),
    lazyNode(),
    {
      // Of use for some names only, and 40 ms to load: with `require` when it is called first.
      name: 'lazy-string-width',
      enforce: 'pre',
      transform: (code) =>
        code.replace(
          "import stringWidth from 'string-width';",
          "const stringWidth = (text) => require('string-width').default(text);",
        ),
    },
  ],
  build: {
    ssr: true,
    outDir,
    target: 'node22',
    minify: true,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: { main: 'src/cli/main.ts', 'keytar-process': 'src/core/vault/keytar-process.ts' },
      external: (id) => id === 'keytar' || isLeftOut(id),
      // The chunks are grouped below.
      checks: { ineffectiveDynamicImport: false },
      treeshake: { moduleSideEffects: (id) => id.endsWith('/zod-config.ts') },
      output: {
        // Side by side: the vault looks for keytar-process beside its own chunk.
        entryFileNames: '[name].js',
        chunkFileNames: ({ name }) => `${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // Apart, so that the keychain's helper process loads nothing else.
            { name: 'keytar-protocol', test: /keytar-protocol\.ts$/, priority: 3 },
            { name: 'main', test: /[\\/]cli[\\/]main\.ts$/, priority: 2 },
            // Apart, since chunks that import each other would use it before it is evaluated.
            { name: 'zod', test: /node_modules[\\/]zod[\\/]|[\\/]zod-config\.ts$/, priority: 1 },
            // What status bars start every few seconds, with all that it uses.
            { name: 'status', test: /[\\/]service-commands\.ts$/ },
            { name: 'rental', test: /[\\/]rental[\\/]adapter\.ts$/ },
            // One file: several would import each other in circles, and each one costs time.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  ssr: { noExternal: true },
});

/** `gpu-tray demo`: the simulators and the shell around them. Checking requests against the clouds' descriptions is for tests. */
const demo: UserConfig = {
  logLevel: 'warn',
  plugins: [
    inlineText(),
    {
      name: 'without-descriptions',
      enforce: 'pre',
      load: (id) =>
        id.endsWith('/simulator/service/document.ts')
          ? 'export const createDocument = () => () => null;'
          : null,
    },
  ],
  build: {
    ssr: true,
    outDir: 'out/demo',
    target: 'node22',
    minify: true,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: { main: 'scripts/demo/shell.ts' },
      external: 'keytar',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
};

const commands = bundle('out/cli', (id) => id.endsWith(WATCH));

/** `gpu-tray watch` is nearly the whole application: in one bundle, what it shares with the other commands would load with each of them. */
export default defineConfig({
  ...commands,
  plugins: [
    commands.plugins,
    {
      name: 'bundle-watch-and-demo',
      async closeBundle() {
        await build({ ...bundle('out/cli/watch', () => false), configFile: false });
        await build({ ...demo, configFile: false });
      },
    },
  ],
});
