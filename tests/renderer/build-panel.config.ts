import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Before the specs: the panel as it ships. */
export default async function buildPanel(): Promise<void> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  await build({ configFile, logLevel: 'warn' });
}
