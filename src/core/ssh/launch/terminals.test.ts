import { describe, expect, test } from 'vitest';
import { customTerminal, parseTerminalCommand } from './terminals.ts';

describe('parseTerminalCommand', () => {
  test.each([
    ['foot {command}', ['foot', '{command}']],
    ['  foot   {command}  ', ['foot', '{command}']],
    ['foot --title "My GPU" -- {command}', ['foot', '--title', 'My GPU', '--', '{command}']],
    [`x 'say "hi"' {command} "it's"`, ['x', 'say "hi"', '{command}', "it's"]],
    ['x a"b c"d \'\' {command}', ['x', 'ab cd', '', '{command}']],
    ['"C:\\Program Files\\t.exe" \\x {command}', ['C:\\Program Files\\t.exe', '\\x', '{command}']],
    ['x $HOME `id` ; {command} > y', ['x', '$HOME', '`id`', ';', '{command}', '>', 'y']],
    ['x "{command}"', ['x', '{command}']],
  ])('parses %j as %j', (text, argv) => {
    expect(parseTerminalCommand(text)).toEqual(argv);
  });

  test.each([
    ['', /program/],
    ['   ', /program/],
    ['"" {command}', /program/],
    ['{command}', /program/],
    ['foot', /\{command\}/],
    ['foot {command} {command}', /once/],
    ['foot --run={command}', /separate/],
    ['foot {command} --run={command}', /separate/],
    ['foot "{command}', /quote/],
    ["foot {command} '", /quote/],
    ['foot\n{command}', /line/],
    ['foot\t{command}', /line/],
    ['start.CMD {command}', /Batch/],
    [`foot ${'x'.repeat(1_000)} {command}`, /1000/],
  ])('refuses %j with the reason', (text, reason) => {
    expect(parseTerminalCommand(text)).toMatch(reason);
  });
});

test('a custom terminal replaces {command} by the arguments of the command', () => {
  const terminal = customTerminal(['x', '-e', '{command}', '--after']);
  expect(terminal.launch(['ssh', 'a b', '', '{command}'])).toEqual({
    argv: ['x', '-e', 'ssh', 'a b', '', '{command}', '--after'],
  });
});
