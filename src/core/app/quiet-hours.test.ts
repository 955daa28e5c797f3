import { expect, test } from 'vitest';
import { isQuietAt, snoozeEnd } from './quiet-hours.ts';

// Local time, as people set it.
const at = (text: string) => new Date(`2026-11-22T${text}`).getTime();
const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

test.each([
  ['22:00', '07:00', '21:59', false],
  ['22:00', '07:00', '22:00', true],
  ['22:00', '07:00', '00:30', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['09:00', '17:30', '08:59', false],
  ['09:00', '17:30', '17:29', true],
  ['09:00', '17:30', '17:30', false],
  ['08:00', '08:00', '08:00', false],
])('quiet from %s to %s, at %s: %s', (from, to, time, isQuiet) => {
  const hours = { from: minutes(from), to: minutes(to) };
  expect(isQuietAt(at(time), { ...hours, isOn: true })).toBe(isQuiet);
  expect(isQuietAt(at(time), { ...hours, isOn: false })).toBe(false);
});

test('a snooze ends in an hour, or at eight on the next local morning', () => {
  expect(snoozeEnd('hour', at('23:30'))).toBe(at('23:30') + 3_600_000);
  const morning = new Date(2026, 10, 23, 8).getTime();
  expect(snoozeEnd('tomorrow', at('00:10'))).toBe(morning);
  expect(snoozeEnd('tomorrow', at('23:50'))).toBe(morning);
});
