import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VmLogin } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import { hasSecondLine, type RowFacts, secondLine } from './second-line.ts';
import { vmWith } from './testing/entry.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const LOGIN: VmLogin = {
  alias: 'gpu-train',
  hasAddress: true,
  reach: 'ready',
  template: null,
  changedKey: null,
};
const KEY = { stored: ['ED25519 SHA256:a'], offered: ['ED25519 SHA256:b'] };

function line(vm: Partial<Vm>, login?: Partial<VmLogin>, accountLabel: string | null = null) {
  const facts: RowFacts = {
    vm: vmWith({ ipAddress: '203.0.113.7', ...vm }),
    login: login && { ...LOGIN, ...login },
    accountLabel,
  };
  return secondLine(facts, NOW);
}

test('a running VM tells its load and its node', () => {
  expect(line({ cpuPercent: 80, ramPercent: 40, node: 'vm03' })).toEqual({
    cpu: 80,
    ram: 40,
    status: null,
    waitsSince: null,
    trouble: null,
    words: ['vm03'],
  });
});

test('the load of a VM that does not run is no news, and a stopped one has nothing to add', () => {
  const vm = { status: 'stopped', cpuPercent: 0, ramPercent: 0, node: 'vm03' };
  expect(line(vm)).toBeNull();
  expect(line(vm, {}, 'Team Blue')?.words).toEqual(['Team Blue']);
});

test.each([
  ['interrupted', 'interrupted'],
  ['creating', 'creating…'],
  ['\u202Ezombie', 'zombie'],
  ['', 'no status'],
])('the status %j is told as %s', (status, word) => {
  expect(line({ status })?.status).toBe(word);
});

test('only how long the creation takes is known', () => {
  const times = { createdAt: minutesAgo(2), startedAt: minutesAgo(1), stoppedAt: minutesAgo(1) };
  expect(line({ status: 'creating', ...times })?.waitsSince).toBe(NOW - 120_000);
  expect(line({ status: 'creating', createdAt: 'yesterday' })?.waitsSince).toBeNull();
  for (const status of ['starting', 'stopping', 'interrupted', 'running'])
    expect(line({ status, ...times, node: 'vm03' })?.waitsSince).toBeNull();
});

describe('whether one can log in', () => {
  const node = { node: 'vm03', startedAt: minutesAgo(60) };

  test.each<[string, Partial<Vm>, Partial<VmLogin> | undefined, readonly string[]]>([
    ['no address', { ...node, ipAddress: null }, { hasAddress: false }, ['vm03', 'no address yet']],
    ['an address that is none', node, { hasAddress: false }, ['vm03', 'no usable address']],
    ['ssh does not answer', node, { reach: 'waiting' }, ['vm03', 'waiting for SSH']],
    ['it does, for long', node, {}, ['vm03']],
    ['it does, at last', { ...node, startedAt: minutesAgo(3) }, {}, ['vm03', 'ready to log in']],
    ['it does, since nobody knows', { ...node, startedAt: null }, {}, ['vm03']],
    ['it does, and nothing else is known', { startedAt: minutesAgo(60) }, {}, ['ready to log in']],
    ['not known to ssh yet', node, undefined, ['vm03']],
    ['stopped', { ...node, status: 'stopping' }, { reach: null }, ['vm03']],
  ])('%s', (_, vm, login, words) => {
    expect(line(vm, login)?.words).toEqual(words);
  });

  test('whose it is comes before that, and takes the place of where it runs', () => {
    const words = (login: Partial<VmLogin>) => line(node, login, 'Team Blue')?.words;
    expect(words({ reach: 'waiting' })).toEqual(['Team Blue', 'waiting for SSH']);
    expect(words({})).toEqual(['vm03', 'Team Blue']);
  });

  test('another host key is trouble, whatever else there is', () => {
    expect(line({ ...node, cpuPercent: 80 }, { changedKey: KEY })).toMatchObject({
      trouble: 'host key changed',
      cpu: null,
    });
    expect(line({ status: 'stopped' }, { changedKey: KEY, reach: null })?.trouble).toBe(
      'host key changed',
    );
  });
});

test('a row is as high as its second line needs, now and later', () => {
  const facts = fc.record({
    vm: fc
      .record({
        status: fc.constantFrom('running', 'creating', 'stopped', 'destroyed', 'odd'),
        ipAddress: fc.constantFrom(null, '203.0.113.7', 'x'),
        node: fc.constantFrom(null, '', 'vm03'),
        cpuPercent: fc.constantFrom(null, 5),
        startedAt: fc.constantFrom(null, minutesAgo(1), minutesAgo(60)),
      })
      .map(vmWith),
    login: fc.option(
      fc.record<VmLogin>({
        alias: fc.constant('gpu-a'),
        hasAddress: fc.boolean(),
        reach: fc.constantFrom('ready', 'waiting', null),
        template: fc.constant(null),
        changedKey: fc.constantFrom(null, KEY),
      }),
      { nil: undefined },
    ),
    accountLabel: fc.constantFrom(null, 'Team Blue'),
  });
  fc.assert(
    fc.property(facts, fc.constantFrom(0, 60_000, 9e8), (row, later) => {
      expect(hasSecondLine(row)).toBe(secondLine(row, NOW + later) !== null);
    }),
    { numRuns: 2_000 },
  );
});
