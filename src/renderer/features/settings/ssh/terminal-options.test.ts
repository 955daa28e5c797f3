import { expect, test } from 'vitest';
import { terminalOptions } from './terminal-options.ts';

const FOUND = [
  { id: 'foot', name: 'foot' },
  { id: 'xterm', name: 'XTerm' },
];

test('the first that is found, each of them, or a command of one’s own', () => {
  expect(terminalOptions(FOUND, 'auto')).toEqual([
    { value: 'auto', words: 'Automatic (foot)' },
    { value: 'foot', words: 'foot' },
    { value: 'xterm', words: 'XTerm' },
    { value: 'own', words: 'Own command' },
  ]);
  expect(terminalOptions([], 'auto')[0]?.words).toBe('Automatic (none found)');
});

test('a choice that is not there any more is still the one that is shown', () => {
  expect(terminalOptions(FOUND, 'kitty').at(-1)).toEqual({
    value: 'kitty',
    words: 'kitty (not found)',
  });
});
