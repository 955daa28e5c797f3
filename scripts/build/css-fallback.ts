import type { Plugin } from 'vite';

/** Tailwind's values for browsers without `@property`. */
const FALLBACK = /@layer properties\s*\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/;

/** Tailwind's notice: About shows its license, with those of the other packages. */
const NOTICE = /^\/\*! tailwindcss [^*]*\*\/\s*/;

/** Leaves out of the style sheet what Chromium never applies; Tailwind's plugin has no option for it. */
export function withoutCssFallback(): Plugin {
  return {
    name: 'without-css-fallback',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        const source = String(file.source);
        if (!FALLBACK.test(source))
          this.warn(`${file.fileName} has another fallback than expected`);
        file.source = source.replace(FALLBACK, '').replace(NOTICE, '');
      }
    },
  };
}
