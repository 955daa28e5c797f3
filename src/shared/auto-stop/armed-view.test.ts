import { expect, test, vi } from 'vitest';
import type { VmLimit } from './armed-record.ts';
import { armedView } from './armed-view.ts';
import type { AutoStop, AutoStopLimit } from './auto-stop.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 22, 15);
const VM = { accountId: 'a', vmId: 'v', name: 'train' };
const at = (hours: number): VmLimit => ({ kind: 'time', at: NOW + hours * HOUR });
const IDLE: VmLimit = { kind: 'idle', ms: HOUR, since: NOW };
const SPEND: AutoStopLimit = { kind: 'spend', amount: 5, since: NOW };
const PROVIDER = { name: 'RunPod', isProven: true };
const DOWN = { kind: 'failed', problem: 'unreachable' } as const;

const autoStop = (limit: AutoStopLimit, onVm = true): AutoStop => ({ ...VM, limit, onVm });

test.each<[string, AutoStop | undefined, number, VmLimit, string]>([
  [
    'a later end',
    autoStop(at(7)),
    4,
    at(4),
    'its changed auto-stop (at 22:00): it may still stop itself at 19:00.',
  ],
  [
    'an earlier end',
    autoStop(at(1)),
    4,
    at(1),
    'its changed auto-stop (at 16:00): it may still stop itself at 19:00.',
  ],
  [
    'idleness',
    autoStop(IDLE),
    4,
    IDLE,
    'its changed auto-stop (once idle for 1 h): it may still stop itself at 19:00.',
  ],
  [
    'an amount',
    autoStop(SPEND, false),
    4,
    at(4),
    'that its script is off: it may still stop itself at 19:00.',
  ],
  [
    'the same end without the VM',
    autoStop(at(4), false),
    4,
    at(4),
    'that its script is off: it may still stop itself at 19:00.',
  ],
  ['nothing', undefined, 4, at(4), 'that its auto-stop is off: it may still stop itself at 19:00.'],
])('a VM that could not be told %s names both ends', (_, wanted, held, limit, text) => {
  vi.stubEnv('TZ', 'UTC');
  const record = { ...VM, number: 1, limits: [at(held)], isConfirmed: false, run: null };
  const facts = { problem: DOWN, other: null, provider: PROVIDER };
  const view = armedView(wanted, record, facts, NOW);
  expect(view?.limit).toEqual(limit);
  expect(view?.armed.hover).toBe(`The VM could not be told ${text}`);
});
