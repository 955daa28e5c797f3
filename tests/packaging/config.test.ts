import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../electron-builder.ts';
import { electronBinary } from '../../scripts/electron.ts';
import { FUSES, fusesOn, SENTINEL } from './fuses.ts';

// What packing does not show here, since it needs the system's own tools.

const ROOT = join(import.meta.dirname, '../..');

async function granted(path: string | null | undefined): Promise<readonly string[]> {
  const list = await readFile(join(ROOT, path ?? 'missing'), 'utf8');
  return [...list.matchAll(/<key>([^<]+)<\/key>\s*<true\/>/g)].map(([, name]) => name ?? '');
}

test('Windows: the app shows notifications under the id of its shortcut', async () => {
  const source = await readFile(join(ROOT, 'src/main/desktop/platform.ts'), 'utf8');
  expect(source).toContain(`export const APP_ID = '${config.appId}';`);
});

test('macOS: the app may use JIT and Apple events (Terminal, iTerm2), and nothing else', async () => {
  expect(await granted(config.mac?.entitlements)).toEqual([
    'com.apple.security.cs.allow-jit',
    'com.apple.security.automation.apple-events',
  ]);
});

test('macOS: helper processes, which handle untrusted data, may use JIT only', async () => {
  expect(await granted(config.mac?.entitlementsInherit)).toEqual([
    'com.apple.security.cs.allow-jit',
  ]);
});

test('macOS: the universal app is hardened, notarized, and keeps both keytar libraries', () => {
  expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true });
  expect(config.mac?.target).toEqual([
    { target: 'dmg', arch: 'universal' },
    { target: 'zip', arch: 'universal' },
  ]);
  for (const arch of ['x64', 'arm64']) {
    const path = `Contents/Resources/app.asar.unpacked/node_modules/keytar/prebuilds/darwin-${arch}/keytar.node`;
    expect(matchesGlob(path, config.mac?.x64ArchFiles ?? '')).toBe(true);
  }
});

test('Windows: uninstalling removes the login item, and an update keeps it', async () => {
  const script = await readFile(join(ROOT, 'build/installer.nsh'), 'utf8');
  const [, removal = ''] =
    /!macro customUnInstall\n {2}\$\{ifNot\} \$\{isUpdated\}\n([\s\S]*) {2}\$\{endIf\}\n!macroend/.exec(
      script,
    ) ?? [];
  const explorer = String.raw`Software\Microsoft\Windows\CurrentVersion`;
  // Where Electron writes it, under the app's id.
  expect(
    [...removal.matchAll(/DeleteRegValue HKCU "(.*)" "(.*)"/g)].map(([, ...value]) => value),
  ).toEqual([
    [String.raw`${explorer}\Run`, `\${APP_ID}`],
    [String.raw`${explorer}\Explorer\StartupApproved\Run`, `\${APP_ID}`],
  ]);
});

test('a fuse that is not known is an error', () => {
  const wire = (states: string) =>
    Buffer.from(`…${SENTINEL}\x01${String.fromCharCode(states.length)}${states}`, 'latin1');
  const known = '0'.repeat(FUSES.length);
  expect(fusesOn(wire(known))).toEqual([]);
  expect(() => fusesOn(wire(`${known}1`))).toThrow('decide about the new ones');
  expect(() => fusesOn(wire(known.slice(1)))).toThrow('decide about the new ones');
  expect(() => fusesOn(wire(`r${known.slice(1)}`))).toThrow('removed');
});

test.runIf(electronBinary() !== null)('every fuse of the installed Electron is known', async () => {
  const program = electronBinary() ?? '';
  const framework = '/Frameworks/Electron Framework.framework/Electron Framework';
  const file = program.includes('.app/') ? program.replace(/\/MacOS\/.*/, framework) : program;
  expect(fusesOn(await readFile(file))).toContain('wasmTrapHandlers');
});
