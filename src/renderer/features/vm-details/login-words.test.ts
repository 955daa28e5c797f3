import { expect, test } from 'vitest';
import type { VmLogin } from '../../../shared/app/index.ts';
import { loginWords } from './login-words.ts';

const LOGIN: VmLogin = {
  alias: 'gpu-train',
  hasAddress: true,
  reach: 'ready',
  changedKey: null,
};
const ipAddress = '203.0.113.7';

test.each<[string, Parameters<typeof loginWords>[0], Partial<VmLogin> | null, RegExp]>([
  ['gone', { ipAddress, status: 'destroyed' }, null, /gone/],
  ['no address', { ipAddress: null, status: 'creating' }, { hasAddress: false }, /no address/],
  ['not written', { ipAddress, status: 'running' }, null, /not written yet/],
  [
    'an address that is none',
    { ipAddress: '-x', status: 'running' },
    { hasAddress: false },
    /none/,
  ],
  ['waiting', { ipAddress, status: 'running' }, { reach: 'waiting' }, /does not answer yet/],
  ['ready', { ipAddress, status: 'running' }, {}, /you can log in/],
  [
    'another key',
    { ipAddress, status: 'running' },
    { changedKey: { stored: ['a'], offered: ['b'] } },
    /refuses/,
  ],
  ['stopped', { ipAddress, status: 'stopped' }, { reach: null }, /does not run, so nobody/],
  ['interrupted', { ipAddress, status: 'interrupted' }, { reach: null }, /does not run, so nobody/],
  ['starting', { ipAddress, status: 'starting' }, { reach: null }, /does not run at the moment/],
  ['offline', { ipAddress, status: 'offline' }, { reach: null }, /cannot reach it/],
  ['a new status', { ipAddress, status: 'paused' }, { reach: null }, /has not been tried/],
])('%s', (_, vm, login, words) => {
  expect(loginWords(vm, login === null ? undefined : { ...LOGIN, ...login })).toMatch(words);
});
