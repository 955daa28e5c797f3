import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings/index.ts';
import { freshSsh } from '../../core/ssh/testing/fresh-ssh.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { makeSpend } from '../../shared/domain/testing/records.ts';
import { NOW, spend, view, vm } from '../testing/fakes.ts';
import type { AccountView } from './account-view.ts';
import { type SshCommandOf, sshCommands, statusJson } from './status-json.ts';

/** The object as a script parses it. */
function printed(accounts: readonly AccountView[], sshCommand: SshCommandOf = () => null) {
  return JSON.parse(JSON.stringify(statusJson(accounts, sshCommand)));
}

test('has exactly the documented keys, in order', () => {
  const problem = { kind: 'server', status: 503, retryAt: NOW } as const;
  const object = printed([view({ vms: [vm('1')], vmsProblem: problem })]);
  const [account] = object.accounts;
  expect(Object.keys(object)).toEqual(['accounts', 'totals']);
  expect(Object.keys(account)).toEqual([
    'id',
    'label',
    'status',
    'problem',
    'vms',
    'skipped',
    'spend',
  ]);
  expect(Object.keys(account.problem)).toEqual(['kind', 'message', 'retryAt']);
  expect(Object.keys(account.vms[0])).toEqual([
    'id',
    'vmid',
    'label',
    'status',
    'gpuType',
    'gpuCount',
    'ipAddress',
    'createdAt',
    'ratePerHour',
    'billedPerHour',
    'ssh',
  ]);
  expect(Object.keys(account.spend)).toEqual([
    'perHour',
    'perDay',
    'perMonth',
    'runningVms',
    'lastUpdated',
  ]);
  expect(Object.keys(object.totals)).toEqual(['running', 'ratePerHour']);
});

test('keeps the values of the service', () => {
  expect(printed([view({ vms: [vm('1', { status: 'hibernating' })], skipped: 2 })])).toEqual({
    accounts: [
      {
        id: 'account-1',
        label: 'ada@example.com',
        status: 'live',
        problem: null,
        vms: [
          {
            id: '1',
            vmid: 101,
            label: '1',
            status: 'hibernating',
            gpuType: '4090',
            gpuCount: 1,
            ipAddress: '203.0.113.7',
            createdAt: '2026-01-01T00:00:00Z',
            ratePerHour: 0.69,
            billedPerHour: null,
            ssh: null,
          },
        ],
        skipped: 2,
        spend: {
          perHour: 0.69,
          perDay: 16.56,
          perMonth: 496.8,
          runningVms: 1,
          lastUpdated: '2026-01-01T00:00:00Z',
        },
      },
    ],
    totals: { running: 0, ratePerHour: 0.69 },
  });
});

test('unknown values are null, never zero and never left out', () => {
  const nothing = {
    vmid: null,
    label: null,
    gpuType: null,
    gpuCount: null,
    ipAddress: null,
    createdAt: null,
    hourlyRate: null,
  };
  const unknown = spend({
    perHour: null,
    perDay: null,
    perMonth: null,
    runningVms: null,
    lastUpdated: null,
  });
  const [account] = printed([view({ vms: [vm('abcdef-1', nothing)], spend: unknown })]).accounts;
  expect(account.vms[0]).toEqual({
    id: 'abcdef-1',
    vmid: null,
    label: 'vm-abcdef-1',
    status: 'running',
    gpuType: null,
    gpuCount: null,
    ipAddress: null,
    createdAt: null,
    ratePerHour: null,
    billedPerHour: null,
    ssh: null,
  });
  expect(account.spend).toEqual({
    perHour: null,
    perDay: null,
    perMonth: null,
    runningVms: null,
    lastUpdated: null,
  });
  expect(printed([view({ vms: null, spend: null })])).toMatchObject({
    accounts: [{ vms: [], skipped: 0, spend: null }],
    totals: { running: 0, ratePerHour: null },
  });
  expect(printed([])).toEqual({ accounts: [], totals: { running: 0, ratePerHour: null } });
});

test('separates the full price from what is billed now', () => {
  const stopped = vm('1', { status: 'stopped', hourlyRate: 0.53 });
  const billed = makeSpend({ vms: [{ vmId: '1', totalPerHour: 0.137 }] });
  const [account] = printed([view({ vms: [stopped], spend: billed })]).accounts;
  expect(account.vms[0]).toMatchObject({ ratePerHour: 0.53, billedPerHour: 0.137 });
});

test('ssh is the command for that VM, or null', () => {
  const vms = [vm('1'), vm('2')];
  const commands: SshCommandOf = ({ id }, { id: vmId }) => (vmId === '1' ? `ssh ${id}` : null);
  const [account] = printed([view({ vms })], commands).accounts;
  expect(account.vms.map(({ ssh }: { ssh: unknown }) => ssh)).toEqual([
    `ssh ${view({ vms }).id}`,
    null,
  ]);
});

test('keeps an invalid address as text', () => {
  const [account] = printed([view({ vms: [vm('1', { ipAddress: '1.2.3.4;id' })] })]).accounts;
  expect(account.vms[0].ipAddress).toBe('1.2.3.4;id');
});

describe('a problem', () => {
  test.each<[Problem, string | null]>([
    [{ kind: 'rateLimited', retryAt: NOW }, '2026-01-02T12:00:00.000Z'],
    [{ kind: 'rateLimited', retryAt: null }, null],
    [{ kind: 'server', status: 503, retryAt: NOW }, '2026-01-02T12:00:00.000Z'],
    [{ kind: 'network' }, null],
  ])('%j has retryAt %s', (problem, retryAt) => {
    const account = view({ vmsProblem: problem });
    expect(printed([account]).accounts[0].problem).toEqual({
      kind: problem.kind,
      message: expect.stringMatching(/^[A-Z].*\. [A-Z].*\.$/),
      retryAt,
    });
  });

  test.each<[Problem, string]>([
    [{ kind: 'network' }, 'stale'],
    [{ kind: 'unauthorized', credential: 'apiKey' }, 'signedOut'],
    [{ kind: 'noCredential' }, 'signedOut'],
    [{ kind: 'keychainLocked' }, 'blocked'],
    [{ kind: 'forbidden', detail: null }, 'live'],
  ])('%j for the VMs makes the account %s', (problem, status) => {
    expect(printed([view({ vmsProblem: problem })]).accounts[0].status).toBe(status);
  });
});

const ACCOUNT = { id: 'a', baseUrl: 'https://gpu.example/' };
const LOOPBACK = { id: 'a', baseUrl: 'http://127.0.0.1:8700/' };

function settingsWith(user: string | null, port: number | null): Settings {
  return { ...DEFAULT_SETTINGS, ssh: { user, port } };
}

describe('SSH commands', () => {
  test('a VM that is not in the SSH files is addressed by IP', async () => {
    const commandOf = await sshCommands(await freshSsh(), settingsWith('ubuntu', 2222), 'posix');
    const command = commandOf(ACCOUNT, vm('1', { ipAddress: '2001:db8::1' }));
    expect(command).toBe('ssh -p 2222 ubuntu@2001:db8::1');
  });

  test('a stored VM is addressed by alias once the SSH config includes ours', async () => {
    const ssh = await freshSsh();
    const seen = vm('1', { label: 'Train 1', ipAddress: '203.0.113.7' });
    await ssh.hosts.update({
      vms: [
        {
          ...{ accountId: 'a', serviceUrl: ACCOUNT.baseUrl, vmId: '1', label: 'Train 1' },
          ...{ vmid: 1, gpuType: '4090', address: '203.0.113.7' },
          login: { user: null, port: null, identityFile: null },
        },
      ],
      gone: [],
      accountIds: ['a'],
    });
    const byAddress = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
    expect(byAddress(ACCOUNT, seen)).toMatch(/ 203\.0\.113\.7$/);
    await ssh.include.add();
    const byAlias = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
    expect(byAlias(ACCOUNT, seen)).toBe('ssh gpu-train-1');
    expect(byAlias(ACCOUNT, { ...seen, ipAddress: '203.0.113.8' })).toMatch(/ 203\.0\.113\.8$/);
  });

  test.each(['-oProxyCommand=x', 'host.example.com', '127.0.0.1', '0.0.0.0', '1.2.3.4;id'])(
    '%s is not a valid address',
    async (ipAddress) => {
      const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
      expect(commandOf(ACCOUNT, vm('1', { ipAddress }))).toBeNull();
    },
  );

  test('a loopback address is valid for a loopback service', async () => {
    const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
    expect(commandOf(LOOPBACK, vm('1', { ipAddress: '127.0.0.7' }))).toMatch(/ 127\.0\.0\.7$/);
  });

  test('a destroyed VM has none', async () => {
    const commandOf = await sshCommands(await freshSsh(), DEFAULT_SETTINGS, 'posix');
    const seen = vm('1', { ipAddress: '203.0.113.7', status: 'destroyed' });
    expect(commandOf(ACCOUNT, seen)).toBeNull();
  });

  test('a login that the shell cannot express has none', async () => {
    const ssh = await freshSsh();
    const settings = {
      ...DEFAULT_SETTINGS,
      ssh: { user: null, port: null, identityFile: '~/100%/key' },
    };
    const seen = vm('1', { ipAddress: '203.0.113.7' });
    expect((await sshCommands(ssh, settings, 'cmd'))(ACCOUNT, seen)).toBeNull();
    expect((await sshCommands(ssh, settings, 'posix'))(ACCOUNT, seen)).toContain('~/100%%/key');
  });

  test('falls back to addresses when the SSH files cannot be read', async () => {
    const ssh = await freshSsh();
    await mkdir(join(ssh.places.folder, 'hosts.json'), { recursive: true });
    const commandOf = await sshCommands(ssh, DEFAULT_SETTINGS, 'posix');
    expect(commandOf(ACCOUNT, vm('1', { ipAddress: '203.0.113.7' }))).toMatch(/ 203\.0\.113\.7$/);
  });
});
