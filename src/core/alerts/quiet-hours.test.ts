import { afterEach, expect, test } from 'vitest';
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

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

test.each([
  ['longer when clocks are set back', '2026-10-24', 10],
  ['shorter when clocks are set forward', '2026-03-28', 8],
  ['as long as ever otherwise', '2026-11-22', 9],
])('a night from 22 to 7 is %s', (_, day, hours) => {
  process.env['TZ'] = 'Europe/Berlin';
  const noon = new Date(`${day}T12:00`).getTime();
  const night = { isOn: true, from: 22 * 60, to: 7 * 60 };
  const quiet = Array.from({ length: 24 * 60 }, (__, minute) =>
    isQuietAt(noon + minute * 60_000, night),
  );
  expect(quiet.filter(Boolean)).toHaveLength(hours * 60);
  expect(quiet.filter((is, index) => is !== quiet[index - 1])).toEqual([false, true, false]);
});

test('a snooze ends in an hour, or at eight on the next local morning', () => {
  expect(snoozeEnd('hour', at('23:30'))).toBe(at('23:30') + 3_600_000);
  const morning = new Date(2026, 10, 23, 8).getTime();
  expect(snoozeEnd('tomorrow', at('00:10'))).toBe(morning);
  expect(snoozeEnd('tomorrow', at('23:50'))).toBe(morning);
});
