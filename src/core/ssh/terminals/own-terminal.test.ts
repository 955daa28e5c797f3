import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownTerminal, parseTerminalTemplate } from './own-terminal.ts';

describe('a template of the user', () => {
  test.each([
    ['foot {command}', ['foot', '{command}']],
    ['  foot   {command}  ', ['foot', '{command}']],
    ['foot --title "My GPU" -- {command}', ['foot', '--title', 'My GPU', '--', '{command}']],
    [`x 'say "hi"' {command} "it's"`, ['x', 'say "hi"', '{command}', "it's"]],
    ['x a"b c"d \'\' {command}', ['x', 'ab cd', '', '{command}']],
    ['"C:\\Program Files\\t.exe" \\x {command}', ['C:\\Program Files\\t.exe', '\\x', '{command}']],
    ['x $HOME `id` ; {command} > y', ['x', '$HOME', '`id`', ';', '{command}', '>', 'y']],
    ['x "{command}"', ['x', '{command}']],
  ])('%j is read as %j', (text, words) => {
    expect(parseTerminalTemplate(text)).toEqual({ state: 'words', words });
  });

  test.each([
    ['', /program/],
    ['   ', /program/],
    ['"" {command}', /program/],
    ['{command}', /program/],
    ['foot', /\{command\}/],
    ['foot {command} {command}', /once/],
    ['foot --run={command}', /own/],
    ['foot {command} --run={command}', /own/],
    ['foot "{command}', /quote/],
    ["foot {command} '", /quote/],
    ['foot\n{command}', /line/],
    ['foot\t{command}', /line/],
    ['start.CMD {command}', /batch/],
    [`foot ${'x'.repeat(1_000)} {command}`, /1000/],
  ])('%j is refused with the reason', (text, reason) => {
    const parsed = parseTerminalTemplate(text);
    expect(parsed).toMatchObject({ state: 'invalid', reason: expect.stringMatching(reason) });
  });

  test('words between quotes come out as they are', () => {
    const plain = fc.string().map((text) => text.replace(/["\p{Cc}]|\{command\}/gu, ''));
    fc.assert(
      fc.property(fc.array(plain, { maxLength: 5 }), (words) => {
        const text = ['x', ...words.map((word) => `"${word}"`), '{command}'].join(' ');
        const expected = { state: 'words', words: ['x', ...words, '{command}'] };
        if (text.length <= 1_000) expect(parseTerminalTemplate(text)).toEqual(expected);
      }),
    );
  });
});

test('the command takes the place of its word, word by word', () => {
  const terminal = ownTerminal(['x', '-e', '{command}', '--after']);
  expect(terminal.launch(['ssh', 'a b', '', '{command}'])).toEqual({
    state: 'argv',
    argv: ['x', '-e', 'ssh', 'a b', '', '{command}', '--after'],
    file: null,
  });
});
