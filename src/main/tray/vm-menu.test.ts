import { describe, expect, test } from 'vitest';
import { type AppState, type VmLogin, vmKey } from '../../shared/app/index.ts';
import type { Vm } from '../../shared/domain/index.ts';
import { account, nobody, signedIn, snapshot, vm } from '../testing/app-states.ts';
import type { TrayMenuItem } from './menu-item.ts';
import { vmMenu } from './vm-menu.ts';

const TERMINAL = { id: 'xterm', name: 'XTerm' };
const EDITORS = [
  { id: 'vscode', name: 'VS Code' },
  { id: 'jetbrains-gateway', name: 'JetBrains Gateway' },
];
const LOGIN: VmLogin = {
  alias: 'gpu-train',
  hasAddress: true,
  reach: 'ready',
  template: null,
  changedKey: null,
};
const target = { accountId: 'main', vmId: 'train' };

interface Given {
  readonly login?: Partial<VmLogin> | null;
  readonly vm?: Partial<Vm>;
  readonly ssh?: Partial<AppState['ssh']>;
  readonly terminal?: string;
  readonly baseUrl?: string;
  readonly consoleUrl?: string;
}

function menu(given: Given): readonly TrayMenuItem[] {
  const { baseUrl = 'https://gpu.example.com/api/', consoleUrl = null } = given;
  const listed = { vm: vm('train', given.vm), account: account('main', { baseUrl, consoleUrl }) };
  const blank = nobody();
  const { login = {}, terminal = 'auto' } = given;
  return vmMenu(
    listed,
    signedIn(snapshot([listed.vm], 1), {
      ssh: {
        ...blank.ssh,
        terminals: [TERMINAL],
        editors: EDITORS,
        include: 'active',
        ...given.ssh,
      },
      preferences: { ...blank.preferences, terminal },
      vmLogins: login === null ? {} : { [vmKey('main', 'train')]: { ...LOGIN, ...login } },
    }),
  );
}

const labels = (given: Given) =>
  menu(given).map((item) => (item.kind === 'separator' ? '-' : item.label));

test('everything that can be done with a VM, and what each entry asks for', () => {
  expect(menu({ consoleUrl: 'https://c.example' })).toEqual(
    [
      ['Copy SSH command', { kind: 'copy', ...target, what: 'ssh' }],
      ['Copy IP', { kind: 'copy', ...target, what: 'address' }],
      ['Open in terminal', { kind: 'openTerminal', ...target }],
      ['Open in VS Code', { kind: 'openEditor', ...target, editor: 'vscode' }],
      ['Open in JetBrains Gateway', { kind: 'openEditor', ...target, editor: 'jetbrains-gateway' }],
      ['Copy scp command', { kind: 'copy', ...target, what: 'scp' }],
      ['Copy notebook tunnel', { kind: 'copy', ...target, what: 'tunnel' }],
      ['Open console', { kind: 'openConsole', accountId: 'main' }],
      ['Details', { kind: 'showVm', ...target }],
    ].map(([label, action]) => ({ kind: 'action', label, action })),
  );
});

test.each([
  [null, true],
  [100, false],
  [101, false],
  [102, true],
  [104, true],
] as const)('template %s has a notebook to tunnel to: %s', (template, isOffered) => {
  expect(labels({ login: { template } }).includes('Copy notebook tunnel')).toBe(isOffered);
});

test.each(['absent', 'notFirst', 'unknown'] as const)(
  'while the Include is %s only the editor that needs no names is offered',
  (include) => {
    const editors = labels({ ssh: { include } }).filter((label) => /^Open in (?!term)/.test(label));
    expect(editors).toEqual(['Open in JetBrains Gateway']);
  },
);

test('without a terminal none is offered, but for the command of one’s own', () => {
  const ssh = { terminals: [] };
  expect(labels({ ssh })).not.toContain('Open in terminal');
  expect(labels({ ssh, terminal: 'own' })).toContain('Open in terminal');
});

test('a host key that changed comes first, and leads to where it is explained', () => {
  const changedKey = { stored: ['a'], offered: ['b'] };
  expect(menu({ login: { changedKey } })[0]).toEqual({
    kind: 'action',
    label: 'Host key changed…',
    action: { kind: 'showVm', ...target },
  });
});

test('a VM that is gone has nothing to log in to, whatever address it had', () => {
  expect(labels({ login: null, vm: { status: 'destroyed' } })).toEqual(['It is gone', 'Details']);
});

test.each(['creating', 'starting', 'stopping', 'stopped', 'interrupted', 'failed', 'offline'])(
  'of a VM that is %s the command can be copied for later, and nothing logs in',
  (status) => {
    expect(labels({ vm: { status } })).toEqual([
      `Not running: ${status}`,
      'Copy SSH command',
      'Copy IP',
      'Copy scp command',
      'Details',
    ]);
  },
);

test('a status that is new to us keeps nobody from logging in', () => {
  expect(labels({ vm: { status: 'paused' } })).toEqual(labels({}));
});

describe('an address', () => {
  test('that may not be connected to is not offered, whatever the service says', () => {
    expect(labels({ login: { hasAddress: false } })).toEqual(['No usable address', 'Details']);
  });

  test('that is not there yet is waited for', () => {
    expect(labels({ login: null, vm: { ipAddress: null } })).toEqual(['No address yet', 'Details']);
  });
});
