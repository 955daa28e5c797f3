import { expect, test } from 'vitest';
import { EMPTY_LOGIN } from '../../shared/ssh/ssh-state.ts';
import { hostRecordsText, readHostRecords, type SshHost } from './host.ts';

const record: SshHost = {
  accountId: 'a',
  serviceUrl: 'https://api.example.com',
  vmId: '1',
  alias: 'gpu-x',
  slug: 'x',
  hostKeyAlias: 'gpu-tray-vm-1',
  address: '192.0.2.7',
  login: { ...EMPTY_LOGIN },
};

test('records survive a round trip', () => {
  const strict = { ...record, vmId: '2', alias: 'vm-y', isStrict: true } as const;
  const records = [record, strict];
  expect(readHostRecords(hostRecordsText(records))).toEqual(records);
});

test.each(['', '[]', 'null', '{"hosts":3}', '{"hosts":['])('%j is not a records file', (text) => {
  expect(readHostRecords(text)).toBeNull();
});

test('invalid records are skipped', () => {
  const items = [
    { ...record, alias: 'gpu-y\nHost *' },
    { ...record, alias: '*' },
    { ...record, hostKeyAlias: 'gpu-tray-vm-1,*' },
    { alias: 'gpu-z' },
    null,
    record,
    { ...record, vmId: '2' },
    { ...record, alias: 'gpu-second' },
  ];
  const file = { version: 1, more: true, hosts: items };
  expect(readHostRecords(JSON.stringify(file))).toEqual([record]);
});

test('an invalid address or port becomes null, and further options of older versions are dropped', () => {
  const odd = {
    ...record,
    address: '192.0.2.7 %h',
    login: { ...EMPTY_LOGIN, port: 70_000, options: ['X y'] },
  };
  expect(readHostRecords(JSON.stringify({ hosts: [odd] }))).toEqual([{ ...record, address: null }]);
});
