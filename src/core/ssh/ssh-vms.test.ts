import { expect, test } from 'vitest';
import { vm } from '../monitor/testing/records.ts';
import { EMPTY_LOGIN } from './host.ts';
import { sshVmsOf } from './ssh-vms.ts';

const LOGINS = {
  all: EMPTY_LOGIN,
  accounts: { a: { ...EMPTY_LOGIN, user: 'lea' } },
  vms: { 'a/one': { ...EMPTY_LOGIN, port: 2222 } },
};

test('lists all VMs with their logins, except destroyed ones', () => {
  const vms = [vm('one'), vm('two', { status: 'stopped' }), vm('old', { status: 'destroyed' })];
  const found = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], LOGINS);
  expect(found.map(({ vmId, login }) => [vmId, login.user, login.port])).toEqual([
    ['one', 'lea', 2222],
    ['two', 'lea', null],
  ]);
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'handles the VM id %s',
  (id) => {
    const vms = [vm(id)];
    const [found] = sshVmsOf([{ id: 'a', baseUrl: 'https://gpu.example/', vms }], LOGINS);
    expect(structuredClone(found)).toMatchObject({ vmId: id, login: { user: 'lea', port: null } });
  },
);

test.each([
  ['https://gpu.example/', '203.0.113.7', '203.0.113.7'],
  ['https://gpu.example/', '127.20.0.7', null],
  ['http://127.0.0.1:8700/', '127.20.0.7', '127.20.0.7'],
  ['https://gpu.example/', '-oProxyCommand=x', null],
])('for a service at %s, the address %s becomes %s', (baseUrl, ipAddress, address) => {
  const [found] = sshVmsOf([{ id: 'a', baseUrl, vms: [vm('one', { ipAddress })] }], LOGINS);
  expect(found?.address).toBe(address);
});
