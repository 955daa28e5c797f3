import { expect, test } from 'vitest';
import { byDay } from './by-day.ts';

// Local time, as the labels.
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();

test('groups events by local day, newest first', () => {
  const times = [at(21, 12), at(21, 0), at(20, 23), at(3, 8)];
  const events = times.map((time) => ({
    ...({ kind: 'alert', rule: 'hourlyRate', limit: 3, name: null } as const),
    ...{ openedAt: time - 1, at: time },
  }));
  const days = byDay(events, at(21, 13));
  expect(days.map(({ label }) => label)).toEqual(['Today', 'Yesterday', 'Nov 3']);
  expect(days.map((day) => day.events.map((event) => event.at))).toEqual([
    [at(21, 12), at(21, 0)],
    [at(20, 23)],
    [at(3, 8)],
  ]);
});
