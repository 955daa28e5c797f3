import { expect, test } from 'vitest';
import { immediateNote } from './limit-note.ts';

test.each([
  [9.37, 3, 'You are at $9.37/h now, so this alerts immediately.'],
  [9.37, 0, 'You are at $9.37/h now, so this alerts immediately.'],
  [3, 3, null],
  [null, 3, null],
  [9.37, null, null],
])('at %s $/h a limit of %s says %j', (rate, limit, note) => {
  expect(immediateNote(rate, limit, { hideAmounts: false, currency: '$' })).toBe(note);
});

test('hides the amount', () => {
  const note = immediateNote(9.37, 3, { hideAmounts: true, currency: '$' });
  expect(note).toBe('You are above this limit now, so this alerts immediately.');
});
