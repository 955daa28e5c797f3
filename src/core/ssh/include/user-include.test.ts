import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostContext } from '../config/host-blocks.ts';
import { addInclude, includeLine, linesToAdd, removeInclude } from './user-include.ts';

const target: HostContext = {
  folder: '/home/ann/.config/GPU Tray/ssh',
  configFile: '/home/ann/.ssh/gpu-tray/config',
  home: '/home/ann',
  accountHome: '/home/ann',
  platform: 'linux',
};
const line = includeLine(target) ?? '';
const [comment] = linesToAdd(line, false);

describe('the Include line', () => {
  test.each([
    ['/home/ann/.ssh/gpu-tray', 'Include ~/.ssh/gpu-tray/config'],
    ['/home/ann/my apps/ssh', 'Include "~/my apps/ssh/config"'],
    ['/srv/x y/ssh', 'Include "/srv/x y/ssh/config"'],
    ['/srv/a[b]*?/ssh', 'Include "/srv/a[[]b][*][?]/ssh/config"'],
    ['/srv/100%/$x/ssh', 'Include "/srv/100?/?x/ssh/config"'],
    ['/srv/a\nb', null],
    ['/srv/a"b', null],
    ['/srv/a\u2028b', null],
  ])('for the folder %j is %j', (folder, expected) => {
    expect(includeLine({ ...target, configFile: `${folder}/config` })).toBe(expected);
  });

  test('has an absolute path when $HOME is not the account’s home', () => {
    const elsewhere = {
      ...target,
      configFile: '/tmp/home/.ssh/gpu-tray/config',
      home: '/tmp/home',
    };
    expect(includeLine(elsewhere)).toBe('Include /tmp/home/.ssh/gpu-tray/config');
  });
});

describe('addInclude and removeInclude', () => {
  test('create a file of two lines and remove it, unless the user added something', () => {
    const added = addInclude(null, line);
    expect(added).toBe(`${linesToAdd(line, true).join('\n')}\n`);
    expect(removeInclude(added, line)).toBeNull();
    expect(removeInclude(`${added}Host x\n`, line)).toBe('Host x\n');
  });

  test('use the line ending of the file', () => {
    const added = addInclude('Host *\r\n  User ann', line);
    expect(added).toBe(`${comment}\r\n${line}\r\nHost *\r\n  User ann`);
    expect(removeInclude(added, line)).toBe('Host *\r\n  User ann');
  });

  test('remove a pasted or moved Include, and nothing else', () => {
    expect(removeInclude(`User a\n${line}\nHost x\n`, line)).toBe('User a\nHost x\n');
    expect(removeInclude(`Host x\n${comment}\n${line}\n User a`, line)).toBe('Host x\n User a');
    const shared = 'Include gpu-tray/config other\n';
    expect(removeInclude(shared, line)).toBe(shared);
  });

  const piece = fc.constantFrom(
    ...['\n', '\r\n', '\r', ' ', '\t', '#', '"', 'Host *', 'Host a', 'Match all', 'Include other'],
    ...[line, `Include "/home/ann/.ssh/gpu-tray/config"`, 'User ann', comment],
    ...['caf\xc3\xa9', '\xff\x00'],
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1')),
  );
  const hasOurLines = (text: string) => /GPU Tray: [^\n]*\n[^\n]*gpu-tray\/config/.test(text);

  test('add the Include at the top and restore every byte, for random texts', () => {
    fc.assert(
      fc.property(fc.option(bytes, { freq: 20 }), (text) => {
        const added = addInclude(text, line);
        expect(added.endsWith(text ?? '')).toBe(true);
        if (text !== null && hasOurLines(text)) return;
        expect(removeInclude(added, line)).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});
