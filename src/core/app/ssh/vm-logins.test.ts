import { expect, test } from 'vitest';
import { vmKey } from '../../../shared/app/index.ts';
import { host } from './testing/hosts.ts';
import { pictureWith, stateWith, vm } from './testing/pictures.ts';
import { type LoginFacts, vmLoginsOf } from './vm-logins.ts';

const ONE = vmKey('a', 'one');

function facts(change: Partial<LoginFacts> = {}): LoginFacts {
  const hosts = new Map([[ONE, host()]]);
  return { hosts, changedKeys: new Map(), templates: {}, isReachable: () => false, ...change };
}

const LISTED = stateWith({ a: pictureWith([vm('one'), vm('two')]) });

test('a VM that the files have has a login, one that they do not have has none', () => {
  expect(vmLoginsOf(LISTED, facts())).toEqual({
    [ONE]: {
      ...{ alias: 'gpu-one', hasAddress: true, reach: 'waiting' },
      ...{ template: null, changedKey: null },
    },
  });
});

test.each([
  ['running', true, 'ready'],
  ['running', false, 'waiting'],
  ['stopped', true, null],
  ['creating', false, null],
  ['hibernating', true, null],
])('%s, and ssh has answered: %s, is %s', (status, isReachable, reach) => {
  const state = stateWith({ a: pictureWith([vm('one', { status })]) });
  expect(vmLoginsOf(state, facts({ isReachable: () => isReachable }))[ONE]?.reach).toBe(reach);
});

test('template, key and address are shown', () => {
  const changedKey = { stored: ['ED25519 a'], offered: ['ED25519 b'] };
  const shown = vmLoginsOf(
    LISTED,
    facts({
      hosts: new Map([[ONE, host({ address: null })]]),
      changedKeys: new Map([[ONE, changedKey]]),
      templates: { one: 102 },
    }),
  );
  expect(shown[ONE]).toMatchObject({ hasAddress: false, template: 102, changedKey });
});

test('what is as it was stays the same object, beside what is not', () => {
  const hosts = new Map([
    [ONE, host()],
    [vmKey('a', 'two'), host({ vmId: 'two', alias: 'gpu-two' })],
  ]);
  const vmLogins = vmLoginsOf(LISTED, facts({ hosts }));
  const state = { ...LISTED, vmLogins };
  expect(vmLoginsOf(state, facts({ hosts: new Map(hosts) }))).toBe(vmLogins);
  const after = vmLoginsOf(state, facts({ hosts, isReachable: (key) => key === ONE }));
  expect(after[ONE]).not.toBe(vmLogins[ONE]);
  expect(after[vmKey('a', 'two')]).toBe(vmLogins[vmKey('a', 'two')]);
});

test('a VM that leaves the list takes its login along, and so does its account', () => {
  const state = { ...LISTED, vmLogins: vmLoginsOf(LISTED, facts()) };
  expect(vmLoginsOf({ ...state, pictures: { a: pictureWith([]) } }, facts())).toEqual({});
  expect(vmLoginsOf({ ...state, accounts: [] }, facts())).toEqual({});
});
