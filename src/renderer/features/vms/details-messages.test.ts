import { expect, test } from 'vitest';
import { billedAt, inStatus } from '../../../shared/domain/testing/records.ts';
import { NOT_BILLED } from '../../../shared/domain/vm.ts';
import type { VmLogin } from '../../../shared/ssh/ssh-state.ts';
import { runningText, statusText } from './details-messages.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LOGIN: VmLogin = {
  alias: 'gpu-train',
  command: 'ssh gpu-train',
  hasAddress: true,
  reach: 'ready',
  changedKey: null,
};

const AT_14_M = new Date(NOW - 14 * 60_000).toISOString();

test.each<[string, string | null, number | null, string]>([
  ['creating', null, null, 'Creating…'],
  ['stopped', null, 0.02, 'Stopped. Its disk still bills.'],
  ['stopped', AT_14_M, null, 'Stopped 14 m ago. Its disk may still be billed.'],
  ['stopped', null, 0, 'Stopped.'],
  ['interrupted', null, 0, 'Interrupted.'],
  ['interrupted', AT_14_M, 0.14, 'Interrupted 14 m ago. Its disk still bills.'],
  ['failed', null, null, 'Failed. The console may show why.'],
  ['offline', null, null, 'Offline: the service can’t reach it.'],
  ['destroyed', null, null, 'Destroyed.'],
  ['\u202Ehibernating', null, null, 'Unknown status “hibernating”.'],
])('status %s, stopped at %s, billed %s $/h: %s', (status, stoppedAt, billed, text) => {
  const vm = inStatus(status);
  expect(statusText({ ...vm, stoppedAt, billed: billedAt(billed) }, NOW, 'The service')).toBe(text);
});

test.each<[Partial<VmLogin> | null, number | null, string]>([
  [{}, NOW - 12 * 3_600_000, 'Running · 12 h · SSH ready'],
  [{ reach: 'waiting' }, null, 'Running · SSH not ready yet'],
  [{ reach: 'silent' }, null, 'Running · no SSH server answers'],
  [{ changedKey: { stored: ['a'], offered: ['b'] } }, null, 'Running · host key changed'],
  [null, NOW - 60_000, 'Running · 1 m'],
])('running, with the login %j, since %s: %s', (login, since, text) => {
  expect(runningText(login === null ? undefined : { ...LOGIN, ...login }, since, NOW)).toBe(text);
});

test('running, without a start: when it was first seen', () => {
  const seen = NOW - 3 * 3_600_000;
  expect(runningText(LOGIN, null, NOW, seen)).toBe('Running · ≥ 3 h · SSH ready');
});

test('names the provider where one is known', () => {
  const offline = { ...inStatus('offline'), stoppedAt: null, billed: NOT_BILLED };
  expect(statusText(offline, NOW, 'RunPod')).toBe('Offline: RunPod can’t reach it.');
});
