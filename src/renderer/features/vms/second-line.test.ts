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
  command: 'ssh 203.0.113.7',
  hasAddress: true,
  reach: 'ready',
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

test('shows load and node of a running VM', () => {
  expect(line({ cpuPercent: 80, ramPercent: 40, node: 'vm03' })).toEqual({
    cpu: 80,
    ram: 40,
    status: null,
    creatingSince: null,
    trouble: null,
    details: ['vm03'],
  });
});

test('shows no load of a stopped VM', () => {
  const vm = { status: 'stopped', cpuPercent: 0, ramPercent: 0, node: 'vm03' };
  expect(line(vm)).toBeNull();
  expect(line(vm, {}, 'Team Blue')?.details).toEqual(['Team Blue']);
});

test.each([
  ['interrupted', 'interrupted'],
  ['creating', 'creating…'],
  ['\u202Ezombie', 'zombie'],
  ['', 'no status'],
])('shows the status %j as %s', (status, label) => {
  expect(line({ status })?.status).toBe(label);
});

test('has a start time only while creating', () => {
  const times = { createdAt: minutesAgo(2), startedAt: minutesAgo(1), stoppedAt: minutesAgo(1) };
  expect(line({ status: 'creating', ...times })?.creatingSince).toBe(NOW - 120_000);
  expect(line({ status: 'creating', createdAt: 'yesterday' })?.creatingSince).toBeNull();
  for (const status of ['starting', 'stopping', 'interrupted', 'running'])
    expect(line({ status, ...times, node: 'vm03' })?.creatingSince).toBeNull();
});

describe('login state', () => {
  const node = { node: 'vm03', startedAt: minutesAgo(60) };

  test.each<[string, Partial<Vm>, Partial<VmLogin> | undefined, readonly string[]]>([
    ['no address', { ...node, ipAddress: null }, { hasAddress: false }, ['vm03', 'no address yet']],
    ['invalid address', node, { hasAddress: false }, ['vm03', 'no usable address']],
    ['SSH not reachable yet', node, { reach: 'waiting' }, ['vm03', 'waiting for SSH']],
    ['reachable for long', node, {}, ['vm03']],
    [
      'reachable, just started',
      { ...node, startedAt: minutesAgo(3) },
      {},
      ['vm03', 'ready to log in'],
    ],
    ['reachable, start time unknown', { ...node, startedAt: null }, {}, ['vm03']],
    ['reachable, no other text', { startedAt: minutesAgo(60) }, {}, ['ready to log in']],
    ['no login known yet', node, undefined, ['vm03']],
    ['stopping', { ...node, status: 'stopping' }, { reach: null }, ['vm03']],
  ])('%s', (_, vm, login, details) => {
    expect(line(vm, login)?.details).toEqual(details);
  });

  test('shows the account instead of the node', () => {
    const details = (login: Partial<VmLogin>) => line(node, login, 'Team Blue')?.details;
    expect(details({ reach: 'waiting' })).toEqual(['Team Blue', 'waiting for SSH']);
    expect(details({})).toEqual(['vm03', 'Team Blue']);
  });

  test('shows a changed host key instead of the load', () => {
    expect(line({ ...node, cpuPercent: 80 }, { changedKey: KEY })).toMatchObject({
      trouble: 'host key changed',
      cpu: null,
    });
    expect(line({ status: 'stopped' }, { changedKey: KEY, reach: null })?.trouble).toBe(
      'host key changed',
    );
  });
});

test('hasSecondLine agrees with secondLine at any time', () => {
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
        command: fc.constant(null),
        hasAddress: fc.boolean(),
        reach: fc.constantFrom('ready', 'waiting', null),
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
