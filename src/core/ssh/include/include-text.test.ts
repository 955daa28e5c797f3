import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HostContext } from '../config/host-blocks.ts';
import {
  addInclude,
  includeLine,
  includeState,
  linesToAdd,
  namesOurFile,
  parseLine,
  removeInclude,
} from './include-text.ts';

const target: HostContext = {
  folder: '/home/ann/.ssh/gpu-tray',
  home: '/home/ann',
  accountHome: '/home/ann',
  platform: 'linux',
};
const line = includeLine(target) ?? '';
const [comment] = linesToAdd(line, false);

test.each([
  ['', '', []],
  ['   # Host x', '', []],
  ['Host *', 'host', ['*']],
  ['  HOST a b\t!c  ', 'host', ['a', 'b', '!c']],
  ['Host=x', 'host', ['x']],
  ['Include = ~/a b', 'include', ['~/a', 'b']],
  ['"Include" "~/a b" # why', 'include', ['~/a b']],
  ['Include a\\ b', 'include', ['a b']],
  ['Include "a\\"b\\\\c"', 'include', ['a"b\\c']],
  ['Include "unbalanced', 'include', []],
])('parses %j', (text, keyword, args) => {
  expect(parseLine(text)).toEqual({ keyword, args });
});

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
    expect(includeLine({ ...target, folder })).toBe(expected);
  });

  test('has an absolute path when $HOME is not the account’s home', () => {
    const elsewhere = { ...target, folder: '/tmp/home/.ssh/gpu-tray', home: '/tmp/home' };
    expect(includeLine(elsewhere)).toBe('Include /tmp/home/.ssh/gpu-tray/config');
  });

  test('has forward slashes on Windows, where case does not matter', () => {
    const home = 'C:\\Users\\Ann Lee';
    const windows: HostContext = {
      folder: `${home}\\.ssh\\gpu-tray`,
      home,
      accountHome: home,
      platform: 'win32',
    };
    expect(includeLine(windows)).toBe('Include ~/.ssh/gpu-tray/config');
    expect(namesOurFile('c:/users/ann lee/.ssh/gpu-tray/config', windows)).toBe(true);
  });

  test.each([
    ['~/.ssh/gpu-tray/config', true],
    ['gpu-tray/config', true],
    ['/home/ann/.ssh/gpu-tray/config', true],
    ['/home/ann/.ssh/./gpu-tray//config', true],
    ['~/.ssh/gpu-tray/config2', false],
    ['~bob/.ssh/gpu-tray/config', false],
    ['config', false],
  ])('with the argument %j names our file: %s', (argument, expected) => {
    expect(namesOurFile(argument, target)).toBe(expected);
  });
});

describe('includeState', () => {
  test.each([
    ['', 'absent'],
    ['Host *\n User ann\n', 'absent'],
    ['Include ~/.ssh/other/config\n', 'absent'],
    [`# ${line}\n`, 'absent'],
    [`${line}\nHost *\n`, 'active'],
    [`${line}`, 'active'],
    ['include = "~/.ssh/gpu-tray/config"\r\nHost *\r\n', 'active'],
    ['# why\n\nInclude x\nInclude other gpu-tray/config\nHost *\n', 'active'],
    ['User ann\nInclude other gpu-tray/config\nHost *\n', 'notFirst'],
    [`StrictHostKeyChecking no\n${line}\n`, 'notFirst'],
    [`"User" ann\n${line}\n`, 'notFirst'],
    [`Host *\n ${line}\n`, 'notFirst'],
    [`Match all\n${line}\n`, 'notFirst'],
    [`  host=x\n${line}\n`, 'notFirst'],
    [`"Host" x\n${line}\n`, 'notFirst'],
    [`HostName x\n${line}\n`, 'notFirst'],
  ])('of %j is %s', (text, state) => {
    expect(includeState(text, target)).toBe(state);
  });
});

describe('addInclude and removeInclude', () => {
  test('create a file of two lines and remove it, unless the user added something', () => {
    const added = addInclude(null, line);
    expect(added).toBe(`${linesToAdd(line, true).join('\n')}\n`);
    expect(removeInclude(added, target)).toBeNull();
    expect(removeInclude(`${added}Host x\n`, target)).toBe('Host x\n');
  });

  test('leave an empty file empty', () => {
    expect(removeInclude(addInclude('', line), target)).toBe('');
  });

  test('use the line ending of the file', () => {
    const added = addInclude('Host *\r\n  User ann', line);
    expect(added).toBe(`${comment}\r\n${line}\r\nHost *\r\n  User ann`);
    expect(removeInclude(added, target)).toBe('Host *\r\n  User ann');
  });

  test('remove a pasted or moved Include, and nothing else', () => {
    expect(removeInclude(`User a\n${line}\nHost x\n`, target)).toBe('User a\nHost x\n');
    expect(removeInclude(`Host x\n${comment}\n${line}\n User a`, target)).toBe('Host x\n User a');
    const shared = 'Include gpu-tray/config other\n';
    expect(removeInclude(shared, target)).toBe(shared);
  });

  test('keep the user’s own Include of our file below a Host', () => {
    const theirs = `Host *\n${line}\n`;
    const added = addInclude(theirs, line);
    expect(includeState(added, target)).toBe('active');
    expect(removeInclude(added, target)).toBe(theirs);
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

  test('make the Include active and restore every byte, for random texts', () => {
    const seen = { absent: 0, active: 0, notFirst: 0 };
    fc.assert(
      fc.property(fc.option(bytes, { freq: 20 }), (text) => {
        if (text !== null) seen[includeState(text, target)] += 1;
        const added = addInclude(text, line);
        expect(added.endsWith(text ?? '')).toBe(true);
        expect(includeState(added, target)).toBe('active');
        if (text !== null && hasOurLines(text)) return;
        expect(removeInclude(added, target)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  test('remove only lines that mention GPU Tray, from random texts', () => {
    const others = (text: string) =>
      text
        .split('\n')
        .filter((one) => !/GPU Tray|gpu-tray/.test(one))
        .join('');
    fc.assert(
      fc.property(bytes, (text) => {
        expect(others(removeInclude(text, target) ?? '')).toBe(others(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
