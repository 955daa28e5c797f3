import { expect, test, vi } from 'vitest';
import type { AutoStop, AutoStopLimit, VmLimit } from './auto-stop.ts';
import { onVmLimit } from './vm-timer.ts';
import { shownAutoStop } from './vm-timer-view.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 15);
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const at = (hours: number): VmLimit => ({ kind: 'time', at: NOW + hours * HOUR });
const IDLE: VmLimit = { kind: 'idle', ms: HOUR, since: NOW };
const SPEND: AutoStopLimit = { kind: 'spend', amount: 5, since: NOW };
const DOWN = { text: 'SSH failed to connect.', isRefused: false };

const autoStop = (limit: AutoStopLimit, onVm = true): AutoStop => ({ ...VM, limit, onVm });

test.each<[string, AutoStop | undefined, number, VmLimit, string]>([
  ['a later end', autoStop(at(7)), 4, at(4), 'Its new timer (at 22:00) isn’t set yet'],
  ['an earlier end', autoStop(at(1)), 4, at(1), 'Its new timer (at 16:00) isn’t set yet'],
  ['idleness', autoStop(IDLE), 4, IDLE, 'Its new timer (once idle for 1 h) isn’t set yet'],
  ['an amount', autoStop(SPEND, false), 4, at(4), 'Its timer isn’t cleared yet'],
  ['the same end without the VM', autoStop(at(4), false), 4, at(4), 'Its timer isn’t cleared yet'],
  ['nothing', undefined, 4, at(4), 'Its timer isn’t cleared yet'],
])('a VM that has not confirmed %s names both ends', (_, wanted, held, limit, text) => {
  vi.stubEnv('TZ', 'UTC');
  const sent = onVmLimit(wanted);
  const timer = { ...VM, number: 1, held: at(held), sent, run: null };
  const view = shownAutoStop({ autoStop: wanted, timer }, { can: ['stop'] }, DOWN, NOW);
  expect(view?.limit).toEqual(limit);
  expect(view?.armed?.text).toBe(
    `${text}: the VM may still stop itself at 19:00. SSH failed to connect. GPU Tray retries every minute.`,
  );
});

test('a timer of another computer is named, with the earlier end', () => {
  vi.stubEnv('TZ', 'UTC');
  const timer = { ...VM, number: 1, held: at(4), by: 'lab-pc', run: null };
  const view = shownAutoStop({ autoStop: autoStop(at(1), false), timer }, {}, null, NOW);
  expect(view).toMatchObject({ limit: at(1), armed: { by: 'lab-pc', isConfirmed: true } });
  const text = 'The VM stops itself at 19:00: set by lab-pc.';
  expect(view?.armed?.text).toBe(`${text} The VM’s own key hasn’t been tested.`);
  const proven = { keys: { stopsInside: true } };
  expect(shownAutoStop({ timer }, proven, null, NOW)?.armed?.text).toBe(text);
});
