import { expect, test } from 'vitest';
import type { Template } from '../../../shared/domain/index.ts';
import { vm } from '../../monitor/testing/records.ts';
import { sshVmsOf } from './ssh-vms.ts';

const OPEN = { user: null, port: null, identityFile: null, options: [] };
const LOGINS = {
  all: OPEN,
  accounts: { a: { ...OPEN, user: 'lea' } },
  templates: { 102: { ...OPEN, port: 2222 } },
};
const WISHES = { logins: LOGINS, templates: new Map<string, Template>([['a/one', 102]]) };

test('every VM that is there, with its login; destroyed ones are not', () => {
  const vms = [vm('one'), vm('two', { status: 'stopped' }), vm('old', { status: 'destroyed' })];
  const found = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], WISHES);
  expect(found.map(({ vmId, login }) => [vmId, login.user, login.port])).toEqual([
    ['one', 'lea', 2222],
    ['two', 'lea', null],
  ]);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a VM of the id %s is a VM like any other',
  (id) => {
    const vms = [vm(id)];
    const [found] = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], WISHES);
    expect(structuredClone(found)).toMatchObject({ vmId: id, login: { user: 'lea', port: null } });
  },
);

test.each([
  ['https://gpu.example/', '203.0.113.7', '203.0.113.7'],
  ['https://gpu.example/', '127.20.0.7', null],
  ['http://127.0.0.1:8700/', '127.20.0.7', '127.20.0.7'],
  ['https://gpu.example/', '-oProxyCommand=x', null],
])('of a service at %s the address %s is %s', (baseUrl, ipAddress, address) => {
  const [found] = sshVmsOf([{ id: 'a', baseUrl, vms: [vm('one', { ipAddress })] }], WISHES);
  expect(found?.address).toBe(address);
});
