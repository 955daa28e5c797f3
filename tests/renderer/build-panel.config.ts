import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Before the specs: the panel as it ships, in a folder of this run alone; `PANEL_BUILD` names it. */
export default async function buildPanel(): Promise<() => Promise<void>> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const outDir = await mkdtemp(join(tmpdir(), 'gpu-tray-panel-'));
  await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  process.env['PANEL_BUILD'] = outDir;
  return () => rm(outDir, { recursive: true });
}
