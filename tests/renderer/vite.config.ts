import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The panel alone, built as the app builds it, so that its specs run against what is shipped. */
export default defineConfig({
  root: path('../../src/renderer'),
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'chrome148',
    // The polyfill fetches, which the content security policy denies, and no Electron needs it.
    modulePreload: { polyfill: false },
  },
});
