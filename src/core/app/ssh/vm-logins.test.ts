import { expect, test } from 'vitest';
import type { VmLogin as ProvidedLogin } from '../../../shared/domain/vm.ts';
import { EMPTY_LOGIN, vmKey } from '../../../shared/ssh/ssh-state.ts';
import { host, snapshotWith, stateWith, vm } from './testing/records.ts';
import { type LoginFacts, vmLoginsOf } from './vm-logins.ts';

const ONE = vmKey('a', 'one');

function facts(change: Partial<LoginFacts> = {}): LoginFacts {
  const hosts = new Map([[ONE, host()]]);
  return {
    hosts,
    reachOf: () => 'waiting',
    commandOf: ({ address }) => `ssh ${address}`,
    ...change,
  };
}

const LISTED = stateWith({ a: snapshotWith([vm('one'), vm('two')]) });

test('each listed VM has an entry, with its alias once the files contain it', () => {
  const login = {
    ...{ alias: 'gpu-one', command: 'ssh 203.0.113.7' },
    ...{ hasAddress: true, reach: 'waiting' },
  };
  expect(vmLoginsOf(LISTED, facts())).toEqual({
    [ONE]: login,
    [vmKey('a', 'two')]: { ...login, alias: null, command: null },
  });
});

test('while the files have another address than the service, there is no command', () => {
  const hosts = new Map([[ONE, host({ address: '203.0.113.99' })]]);
  expect(vmLoginsOf(LISTED, facts({ hosts }))[ONE]).toMatchObject({
    alias: 'gpu-one',
    command: null,
  });
});

test.each([null, '-oProxyCommand=x', '127.0.0.1', '203.0.113.7%eth0'])(
  '%j is not an address, whether or not the files contain the VM',
  (ipAddress) => {
    const state = stateWith({ a: snapshotWith([vm('one', { ipAddress })]) });
    for (const hosts of [new Map(), new Map([[ONE, host()]])])
      expect(vmLoginsOf(state, facts({ hosts }))[ONE]?.hasAddress).toBe(false);
  },
);

test.each([
  ['running', true, 'ready'],
  ['running', false, 'waiting'],
  ['stopped', true, null],
  ['creating', false, null],
  ['hibernating', true, null],
])(
  'a %s VM, SSH answered: %s, has reach %s, and a command if it may run',
  (status, isReachable, reach) => {
    const state = stateWith({ a: snapshotWith([vm('one', { status })]) });
    expect(
      vmLoginsOf(state, facts({ reachOf: () => (isReachable ? 'ready' : undefined) }))[ONE],
    ).toMatchObject({
      reach,
      command: ['running', 'hibernating'].includes(status) ? 'ssh 203.0.113.7' : null,
    });
  },
);

const PROVIDED: ProvidedLogin = {
  ...{ host: '203.0.113.7', port: 34_446, user: 'root', isShellOnly: false },
};

test('while the files have another port than the provider names, there is no command', () => {
  const state = stateWith({ a: snapshotWith([vm('one', { login: PROVIDED })]) });
  const login = { ...EMPTY_LOGIN, port: 34_446 };
  const hosts = new Map([[ONE, host({ login })]]);
  expect(vmLoginsOf(state, facts())[ONE]?.command).toBeNull();
  expect(vmLoginsOf(state, facts({ hosts }))[ONE]?.command).toBe('ssh 203.0.113.7');
});

test('SSH that does not answer for minutes is silent where the provider names a login', () => {
  const vms = [vm('one', { login: PROVIDED }), vm('two')];
  const state = stateWith({ a: snapshotWith(vms) });
  const after = vmLoginsOf(state, facts({ reachOf: () => 'silent' }));
  expect(after[ONE]?.reach).toBe('silent');
  expect(after[vmKey('a', 'two')]?.reach).toBe('waiting');
});

test('unchanged entries stay the same objects', () => {
  const hosts = new Map([
    [ONE, host()],
    [vmKey('a', 'two'), host({ vmId: 'two', alias: 'gpu-two' })],
  ]);
  const vmSshAccess = vmLoginsOf(LISTED, facts({ hosts }));
  const state = { ...LISTED, vmSshAccess };
  expect(vmLoginsOf(state, facts({ hosts: new Map(hosts) }))).toBe(vmSshAccess);
  const reachOf = (key: string) => (key === ONE ? 'ready' : 'waiting');
  const after = vmLoginsOf(state, facts({ hosts, reachOf }));
  expect(after[ONE]).not.toBe(vmSshAccess[ONE]);
  expect(after[vmKey('a', 'two')]).toBe(vmSshAccess[vmKey('a', 'two')]);
});

test('a VM that leaves the list loses its entry, and so do those of a removed account', () => {
  const state = { ...LISTED, vmSshAccess: vmLoginsOf(LISTED, facts()) };
  expect(vmLoginsOf({ ...state, snapshots: { a: snapshotWith([]) } }, facts())).toEqual({});
  expect(vmLoginsOf({ ...state, accounts: [] }, facts())).toEqual({});
});
