import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { includeLine } from './include-line.ts';
import { addInclude, includeState, linesToAdd, removeInclude } from './include-text.ts';

const target = {
  folder: '/home/ann/.ssh/gpu-tray',
  home: '/home/ann',
  accountHome: '/home/ann',
  platform: 'linux',
} as const;
const line = includeLine(target) ?? '';
const [comment] = linesToAdd(line, false);

describe('what a configuration says of our file', () => {
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
  ])('%j: %s', (text, state) => {
    expect(includeState(text, target)).toBe(state);
  });
});

describe('adding and removing', () => {
  test('no file becomes our two lines, and none again', () => {
    const added = addInclude(null, line);
    expect(added).toBe(`${linesToAdd(line, true).join('\n')}\n`);
    expect(removeInclude(added, target)).toBeNull();
    expect(removeInclude(`${added}Host x\n`, target)).toBe('Host x\n');
  });

  test('an empty file stays one', () => {
    expect(removeInclude(addInclude('', line), target)).toBe('');
  });

  test('the line ending is the file’s', () => {
    const added = addInclude('Host *\r\n  User ann', line);
    expect(added).toBe(`${comment}\r\n${line}\r\nHost *\r\n  User ann`);
    expect(removeInclude(added, target)).toBe('Host *\r\n  User ann');
  });

  test('a line that the user has pasted or moved goes too, and nothing else', () => {
    expect(removeInclude(`User a\n${line}\nHost x\n`, target)).toBe('User a\nHost x\n');
    expect(removeInclude(`Host x\n${comment}\n${line}\n User a`, target)).toBe('Host x\n User a');
    const among = 'Include gpu-tray/config other\n';
    expect(removeInclude(among, target)).toBe(among);
  });

  test('an Include of the user’s behind a Host stays when ours goes', () => {
    const theirs = `Host *\n${line}\n`;
    const added = addInclude(theirs, line);
    expect(includeState(added, target)).toBe('active');
    expect(removeInclude(added, target)).toBe(theirs);
  });

  const piece = fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '#',
    '"',
    'Host *',
    'Host a',
    'Match all',
    'Include other',
    line,
    `Include "/home/ann/.ssh/gpu-tray/config"`,
    'User ann',
    comment,
    'caf\xc3\xa9',
    '\xff\x00',
  );
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1')),
  );
  const isMarked = (text: string) => /GPU Tray: [^\n]*\n[^\n]*gpu-tray\/config/.test(text);

  test('whatever the file: added, ours is active; removed, every byte is as before', () => {
    const seen = { absent: 0, active: 0, notFirst: 0 };
    fc.assert(
      fc.property(fc.option(bytes, { freq: 20 }), (text) => {
        if (text !== null) seen[includeState(text, target)] += 1;
        const added = addInclude(text, line);
        expect(added.endsWith(text ?? '')).toBe(true);
        expect(includeState(added, target)).toBe('active');
        if (text !== null && isMarked(text)) return;
        expect(removeInclude(added, target)).toBe(text);
      }),
      { numRuns: 3_000 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  test('removing takes nothing but lines that mention us', () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const rest = removeInclude(text, target) ?? '';
        const others = (one: string) =>
          one
            .split('\n')
            .filter((l) => !/GPU Tray|gpu-tray/.test(l))
            .join('\n');
        expect(others(rest).replaceAll('\n', '')).toBe(others(text).replaceAll('\n', ''));
      }),
      { numRuns: 2_000 },
    );
  });
});
