import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// The entitlements of a signed app, read from electron-builder's files, since signing needs a Mac.

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** The entitlements granted by the file that electron-builder.yml names. */
async function granted(key: 'entitlements' | 'entitlementsInherit'): Promise<readonly string[]> {
  const config = await read('electron-builder.yml');
  const [, path] = new RegExp(`^ {2}${key}: (\\S+)$`, 'm').exec(config) ?? [];
  if (path === undefined) throw new Error(`electron-builder.yml has no mac.${key}`);
  const list = await read(path);
  return [...list.matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, name]) => name ?? '');
}

test('the app may use JIT and Apple events (Terminal, iTerm2), and nothing else', async () => {
  expect(await granted('entitlements')).toEqual([
    'com.apple.security.cs.allow-jit',
    'com.apple.security.automation.apple-events',
  ]);
});

test('helper processes, which handle untrusted data, may use JIT only', async () => {
  expect(await granted('entitlementsInherit')).toEqual(['com.apple.security.cs.allow-jit']);
});

test('the permission prompt for Apple events states its purpose', async () => {
  const config = await read('electron-builder.yml');
  const mac = /^mac:\n((?: {2}.*\n)+)/m.exec(config)?.[1] ?? '';
  const info = /^ {2}extendInfo:\n((?: {4}.*\n)+)/m.exec(mac)?.[1] ?? '';
  expect(info).toMatch(/^ {4}NSAppleEventsUsageDescription: .*terminal.*\.$/im);
});
