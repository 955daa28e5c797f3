import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

/** Builds the panel with the app's own configuration into a temporary folder; `PANEL_BUILD` is its path. */
export default async function buildPanel(): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'gpu-tray-panel-'));
  const { config } = await resolveConfig({ root: ROOT }, 'build', 'production');
  if (config?.renderer === undefined) throw new Error('electron.vite.config.ts has no renderer');
  const own = {
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  } as const;
  await build(mergeConfig(config.renderer, own));
  process.env['PANEL_BUILD'] = outDir;
  return () => rm(outDir, { recursive: true });
}
