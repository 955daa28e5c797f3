import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * What a signed app on a Mac is allowed, read from the files that electron-builder takes it from: a Mac to sign on is not at
 * hand everywhere.
 */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** The file that electron-builder.yml names, and what it grants. */
async function granted(key: 'entitlements' | 'entitlementsInherit'): Promise<readonly string[]> {
  const config = await read('electron-builder.yml');
  const [, path] = new RegExp(`^ {2}${key}: (\\S+)$`, 'm').exec(config) ?? [];
  if (path === undefined) throw new Error(`electron-builder.yml has no mac.${key}`);
  const list = await read(path);
  return [...list.matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, name]) => name ?? '');
}

test('the app may compile at run time and ask Terminal and iTerm2 for a window, and nothing else', async () => {
  expect(await granted('entitlements')).toEqual([
    'com.apple.security.cs.allow-jit',
    'com.apple.security.automation.apple-events',
  ]);
});

test('its helpers, which read what strangers send, speak to no other app', async () => {
  expect(await granted('entitlementsInherit')).toEqual(['com.apple.security.cs.allow-jit']);
});

test('whoever is asked for leave reads what it is for', async () => {
  const config = await read('electron-builder.yml');
  const mac = /^mac:\n((?: {2}.*\n)+)/m.exec(config)?.[1] ?? '';
  const info = /^ {2}extendInfo:\n((?: {4}.*\n)+)/m.exec(mac)?.[1] ?? '';
  expect(info).toMatch(/^ {4}NSAppleEventsUsageDescription: .*terminal.*\.$/im);
});
