import { expect, test } from 'vitest';
import type { VmLogin } from '../../../shared/app/index.ts';
import { loginText, shortNameUse, statusText } from './messages.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const ipAddress = '203.0.113.7';
const LOGIN: VmLogin = {
  alias: 'gpu-train',
  command: 'ssh gpu-train',
  hasAddress: true,
  reach: 'ready',
  changedKey: null,
};

test.each<[string, Partial<Parameters<typeof statusText>[0]>, number | null, string]>([
  ['running', {}, 1, 'Running.'],
  ['running', { ipAddress: null }, 1, 'Running, no IP address yet.'],
  ['creating', {}, null, 'Creating…'],
  ['stopped', {}, 0.02, 'Stopped. Its disk still bills.'],
  ['stopped', {}, null, 'Stopped. Its disk may still be billed.'],
  ['stopped', {}, 0, 'Stopped.'],
  ['interrupted', {}, 0, 'Interrupted.'],
  [
    'interrupted',
    { stoppedAt: new Date(NOW - 14 * 60_000).toISOString() },
    0.14,
    'Interrupted 14 m ago. Its disk still bills.',
  ],
  ['failed', {}, null, 'Failed. The console may show why.'],
  ['offline', {}, null, 'Offline: the service can’t reach it.'],
  ['destroyed', {}, null, 'Destroyed.'],
  ['\u202Ehibernating', {}, null, 'Unknown status “hibernating”.'],
])('status %s %j at %s $/h: %4$s', (status, fields, billed, text) => {
  expect(statusText({ status, ipAddress, stoppedAt: null, ...fields }, billed, NOW)).toBe(text);
});

test.each<[string, Parameters<typeof loginText>[0], Partial<VmLogin> | null, RegExp]>([
  ['destroyed', { ipAddress, status: 'destroyed' }, null, /gone/],
  ['no address', { ipAddress: null, status: 'creating' }, { hasAddress: false }, /No IP address/],
  ['no login yet', { ipAddress, status: 'running' }, null, /not written yet/],
  ['invalid address', { ipAddress: '-x', status: 'running' }, { hasAddress: false }, /invalid IP/],
  ['waiting', { ipAddress, status: 'running' }, { reach: 'waiting' }, /SSH not ready yet/],
  ['ready', { ipAddress, status: 'running' }, {}, /SSH is ready/],
  [
    'changed host key',
    { ipAddress, status: 'running' },
    { changedKey: { stored: ['a'], offered: ['b'] } },
    /host key changed/,
  ],
  ['stopped', { ipAddress, status: 'stopped' }, { reach: null }, /Start it to log in/],
  ['interrupted', { ipAddress, status: 'interrupted' }, { reach: null }, /^Not running\.$/],
  ['starting', { ipAddress, status: 'starting' }, { reach: null }, /^Not running\.$/],
  ['offline', { ipAddress, status: 'offline' }, { reach: null }, /unlikely/],
  ['unknown status', { ipAddress, status: 'paused' }, { reach: null }, /not checked/],
])('login: %s', (_, vm, login, text) => {
  expect(loginText(vm, login === null ? undefined : { ...LOGIN, ...login })).toMatch(text);
});

test('names the editors that need short names', () => {
  expect(shortNameUse(['VS Code', 'Zed'])).toBe(
    'Turn on short names to open VMs in VS Code and Zed. ',
  );
  expect(shortNameUse([])).toBe('');
});
