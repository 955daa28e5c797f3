import { expect, test } from 'vitest';
import { PLAIN_LOGIN } from '../host.ts';
import { memoryText, readMemory, type SshRecord } from './memory.ts';

const record: SshRecord = {
  accountId: 'a',
  serviceUrl: 'https://api.example.com',
  vmId: '1',
  alias: 'gpu-x',
  slug: 'x',
  hostKeyAlias: 'gpu-tray-vm-1',
  address: '192.0.2.7',
  login: { ...PLAIN_LOGIN, options: [] },
};

test('comes back as it was written', () => {
  expect(readMemory(memoryText([record]))).toEqual({ records: [record], isNewer: false });
});

test.each(['', '[]', 'null', '{"hosts":3}', '{"hosts":['])('%j is no memory', (text) => {
  expect(readMemory(text)).toBeNull();
});

test('what could not have been written by us is left out, the rest stays', () => {
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
  expect(readMemory(JSON.stringify({ version: 1, more: true, hosts: items }))).toEqual({
    records: [record],
    isNewer: false,
  });
  expect(readMemory(JSON.stringify({ version: 2, hosts: items }))?.isNewer).toBe(true);
});

test('an address or a port that cannot be one is none, and the VM keeps its names', () => {
  const odd = { ...record, address: '192.0.2.7 %h', login: { ...PLAIN_LOGIN, port: 70_000 } };
  expect(readMemory(JSON.stringify({ hosts: [odd] }))?.records).toEqual([
    { ...record, address: null },
  ]);
});
