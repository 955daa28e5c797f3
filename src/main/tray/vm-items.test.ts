import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceProfile } from '../../shared/domain/service-profile.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { type VmLogin, vmKey } from '../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../shared/state/index.ts';
import { account, firstStart, NOON, signedIn, snapshot, vm } from '../testing/app-states.ts';
import { firstFew, vmItems } from './menu.ts';
import type { TrayMenuItem } from './menu-item.ts';

const TERMINAL = { id: 'xterm', name: 'XTerm' };
const EDITORS = [
  { id: 'vscode', name: 'VS Code' },
  { id: 'jetbrains-gateway', name: 'JetBrains Gateway' },
];
const LOGIN: VmLogin = {
  alias: 'gpu-train',
  command: 'ssh 203.0.113.7',
  hasAddress: true,
  reach: 'ready',
};
const PROFILE: ServiceProfile = {
  operations: {
    stop: { method: 'POST', path: '/vms/{vm_id}/stop' },
    destroy: { method: 'DELETE', path: '/vms/{vm_id}' },
  },
};
const target = { accountId: 'main', vmId: 'train' };

interface Given {
  readonly login?: Partial<VmLogin> | null;
  readonly vm?: Partial<Vm>;
  readonly ssh?: Partial<AppState['ssh']>;
  readonly terminal?: string;
  readonly baseUrl?: string;
  readonly consoleUrl?: string;
  readonly profile?: ServiceProfile;
}

function menu(given: Given): readonly TrayMenuItem[] {
  const { baseUrl = 'https://gpu.example.com/api/', consoleUrl = null, profile = null } = given;
  const listed = vm('train', given.vm);
  const blank = firstStart();
  const { login = {}, terminal = 'auto' } = given;
  const items = vmItems(
    signedIn(snapshot([listed], 1), {
      accounts: [account('main', { baseUrl, consoleUrl, profile })],
      ssh: {
        ...blank.ssh,
        terminals: [TERMINAL],
        editors: EDITORS,
        include: 'active',
        ...given.ssh,
      },
      preferences: { ...blank.preferences, terminal },
      vmSshAccess: login === null ? {} : { [vmKey('main', 'train')]: { ...LOGIN, ...login } },
    }),
    NOON,
    11,
  );
  const [first] = items.flatMap((item) =>
    typeof item === 'object' && 'items' in item ? [item] : [],
  );
  if (first === undefined) throw new Error('no menu');
  return first.items;
}

const labels = (given: Given) =>
  // After the account and the GPUs.
  menu(given)
    .slice(1)
    .map((item) => (item === 'separator' ? '-' : item.label));

test('a VM offers to log in and to stop, each with its target', () => {
  expect(menu({ consoleUrl: 'https://c.example', profile: PROFILE }).slice(1)).toEqual(
    [
      ['Copy SSH command', { kind: 'copyFromVm', input: { ...target, what: 'ssh' } }],
      ['Open in terminal', { kind: 'openTerminal', input: target }],
      ['Open in VS Code', { kind: 'openEditor', input: { ...target, editor: 'vscode' } }],
      ['Stop…', { kind: 'openPanel', screen: { kind: 'vm', ...target, operation: 'stop' } }],
    ].map(([label, action]) => ({ label, action })),
  );
});

test('a shell only is offered as command and in a terminal', () => {
  const login = { host: 'ssh.cloud.example', port: 22, user: '7h9k-6441', isShellOnly: true };
  expect(labels({ vm: { login } })).toEqual(['Copy SSH command', 'Open in terminal']);
});

test.each(['absent', 'unknown'] as const)(
  'with the Include %s, the first editor that needs no alias is offered',
  (include) => {
    const editors = labels({ ssh: { include } }).filter((label) => /^Open in (?!term)/.test(label));
    expect(editors).toEqual(['Open in JetBrains Gateway']);
  },
);

test('a terminal is offered when one is installed or a custom command is set', () => {
  const ssh = { terminals: [] };
  expect(labels({ ssh })).not.toContain('Open in terminal');
  expect(labels({ ssh, terminal: 'own' })).toContain('Open in terminal');
});

test.each(['creating', 'starting', 'stopping'])('a VM that is %s offers no login', (status) => {
  expect(labels({ vm: { status } })).toEqual([`Not running: ${status}`]);
});

test('an address that is missing or unsafe to connect to is not offered', () => {
  expect(labels({ login: { hasAddress: false } })).toEqual(['No usable address']);
  expect(labels({ login: null, vm: { ipAddress: null } })).toEqual(['No address yet']);
});

describe('the first few', () => {
  test('equal those of a stable sort', () => {
    const things = fc.array(fc.record({ rank: fc.nat(5), id: fc.nat() }));
    fc.assert(
      fc.property(things, fc.nat(12), (all, count) => {
        const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
        expect(firstFew(all, count, byRank)).toEqual(all.toSorted(byRank).slice(0, count));
      }),
    );
  });

  test('take about one comparison per element', () => {
    let comparisons = 0;
    const all = Array.from({ length: 10_000 }, (_, index) => index);
    firstFew(all, 10, (a, b) => {
      comparisons += 1;
      return a - b;
    });
    expect(comparisons).toBeLessThan(11_000);
  });
});
