import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/vm.ts';
import { SHELL_ONLY } from '../../../shared/ssh/shell-only.ts';
import { EMPTY_LOGIN } from '../../../shared/ssh/ssh-state.ts';
import { systemClock } from '../../clock.ts';
import { FileError } from '../../files/index.ts';
import { silentLog } from '../../log.ts';
import { createSettingsFile, userDataFolder } from '../../settings/index.ts';
import type { KeyComparison, SshHost } from '../../ssh/index.ts';
import { freshSsh } from '../../ssh/testing/fresh-ssh.ts';
import { UserError } from '../../user-error.ts';
import { createSshRequests } from './ssh-requests.ts';
import { host, snapshotWith, stateWith, vm, writtenHost } from './testing/records.ts';

/** One VM, and SSH files with this VM in a temporary home folder. */
async function setup(listed: Vm = vm('one')) {
  const ssh = await freshSsh();
  const { home } = ssh.places;
  let host: SshHost | null = await writtenHost(ssh, listed);
  let problem: FileError | null = null;
  let finishWriting = () => {};
  let comparison: KeyComparison = { state: 'same' };
  let state = stateWith({ a: snapshotWith([listed]) });
  const copied: string[] = [];
  const opened: string[] = [];
  let includeReads = 0;
  const settings = createSettingsFile({
    path: join(home, 'settings.json'),
    ...{ clock: systemClock, log: silentLog },
    onNotice: () => {},
  });
  const applied: unknown[] = [];
  const requests = createSshRequests({
    store: { get: () => state },
    ssh: { ...ssh, knownHosts: { ...ssh.knownHosts, compareHostKey: async () => comparison } },
    watch: {
      hostOf: () => host,
      problem: () => problem,
      settled: async () => finishWriting(),
    },
    launcher: {
      find: async () => ({ terminals: [], editors: [] }),
      openTerminal: async ({ alias }) => void opened.push(`terminal ${alias}`),
      openEditor: async (editor, { alias }) => void opened.push(`${editor} ${alias}`),
    },
    desktop: { copy: async (text) => void copied.push(text) },
    settings,
    settingsChanged: (next) => applied.push(next.ssh),
    rescan() {},
    readInclude: async () => {
      includeReads += 1;
      return (await ssh.include.state()) === 'active';
    },
  });
  return {
    ...{ requests, copied, opened, ssh, home, applied },
    includeReads: () => includeReads,
    setUp(platform: 'linux' | 'win32', shell: 'powershell' | 'cmd') {
      const { environment, preferences } = state;
      state = {
        ...state,
        environment: { ...environment, platform },
        preferences: { ...preferences, shell },
      };
    },
    show: (next: Vm) => {
      state = { ...state, snapshots: { a: snapshotWith([next]) } };
    },
    setHost(next: SshHost | null, why: FileError | null = null) {
      host = next;
      problem = why;
    },
    /** Runs when the pending write is awaited. */
    setWriting(finish: () => void) {
      finishWriting = finish;
    },
    setComparison: (next: KeyComparison) => {
      comparison = next;
    },
  };
}

async function refusalOf(request: Promise<unknown>) {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof UserError) return error.refusal;
  throw new Error('not refused', { cause: error });
}

const ONE = { accountId: 'a', vmId: 'one' };

describe('requests about a VM', () => {
  test('with a shell only log in, and refuse files and forwarding', async () => {
    const login = { host: 'ssh.cloud.example', port: 22, user: '7h9k-6441', isShellOnly: true };
    const { requests, copied, opened } = await setup(vm('one', { login }));
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    await requests.openTerminal(ONE);
    expect([copied, opened]).toEqual([
      ['ssh -p 22 7h9k-6441@ssh.cloud.example'],
      ['terminal gpu-one'],
    ]);
    for (const request of [
      requests.copyFromVm({ ...ONE, what: 'scp' }),
      requests.copyPortForward({ ...ONE, port: 8080 }),
      requests.openEditor({ ...ONE, editor: 'vscode' }),
    ])
      expect(await refusalOf(request)).toMatchObject({ kind: 'shellOnly', message: SHELL_ONLY });
    expect(copied).toHaveLength(1);
  });

  test('copy the short command once the Include is active', async () => {
    const { requests, copied } = await setup();
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    await requests.addInclude();
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    await requests.copyFromVm({ ...ONE, what: 'address' });
    expect(copied).toEqual(['ssh 203.0.113.7', 'ssh gpu-one', '203.0.113.7']);
  });

  test.each([
    [null, 'This VM has no address yet.'],
    ['-oProxyCommand=x', 'The service reported an invalid SSH host.'],
    ['127.0.0.1', 'The service reported an invalid SSH host.'],
  ])('are refused for the address %j', async (ipAddress, message) => {
    const { requests, show, copied, opened } = await setup();
    show(vm('one', { ipAddress }));
    for (const request of [
      requests.copyFromVm({ ...ONE, what: 'ssh' }),
      requests.copyFromVm({ ...ONE, what: 'address' }),
      requests.copyPortForward({ ...ONE, port: 8080 }),
      requests.openTerminal(ONE),
      requests.openEditor({ ...ONE, editor: 'zed' }),
      requests.checkHostKey(ONE),
    ])
      expect(await refusalOf(request)).toMatchObject({
        kind: 'noAddress',
        message,
      });
    expect([...copied, ...opened]).toEqual([]);
  });

  test.each([
    ['stopped', 'Start it to log in.'],
    ['interrupted', 'Start it to log in.'],
    ['starting', 'Try again once it runs.'],
  ])('are refused for a VM that is %s, whose record keeps its login', async (status, action) => {
    const { requests, show, copied, opened } = await setup();
    show(vm('one', { status }));
    for (const request of [
      requests.copyFromVm({ ...ONE, what: 'ssh' }),
      requests.copyFromVm({ ...ONE, what: 'scp' }),
      requests.copyPortForward({ ...ONE, port: 8080 }),
      requests.openTerminal(ONE),
      requests.openEditor({ ...ONE, editor: 'zed' }),
    ])
      expect(await refusalOf(request)).toMatchObject({
        message: `one is not running: ${status}.`,
        action,
      });
    expect([...copied, ...opened]).toEqual([]);
  });

  test('never use a previous address: the files must match the service', async () => {
    const { requests, show, setHost, opened } = await setup();
    show(vm('one', { ipAddress: '203.0.113.9' }));
    expect(await refusalOf(requests.openTerminal(ONE))).toMatchObject({
      kind: 'sshFiles',
      action: 'Try again in a moment.',
    });
    const full = { kind: 'unusableFile', message: 'The disk is full.', action: 'Try again.' };
    setHost(null, new FileError(full));
    expect(await refusalOf(requests.openTerminal(ONE))).toEqual(full);
    expect(opened).toEqual([]);
  });

  test('explain a changed host key', async () => {
    const { requests, setComparison } = await setup();
    const key = (sha256: string) => `ED25519 ${sha256}`;
    setComparison({ state: 'changed', stored: [key('SHA256:a')], offered: key('SHA256:b') });
    const { what, advice, command } = await requests.checkHostKey(ONE);
    expect(what).toMatch(/^The host key of gpu-one has changed.*SHA256:a.*SHA256:b/);
    expect(advice).toContain('console');
    expect(command).toMatch(/^ssh-keygen -R gpu-tray-vm-one -f /);
  });
});

describe('the Include', () => {
  test('is previewed, added, and removed byte for byte', async () => {
    const { requests, home, ssh, includeReads } = await setup();
    const config = join(home, '.ssh', 'config');
    await writeFile(config, 'Host *\r\n  User me', { mode: 0o600 });
    const preview = await requests.previewInclude();
    expect(preview).toMatchObject({ path: config, state: 'absent', obstacle: null });
    expect(await readFile(config, 'utf8')).toBe('Host *\r\n  User me');
    await requests.addInclude();
    expect(await readFile(config, 'utf8')).toContain(preview.lines.at(-1));
    expect(await readFile(join(ssh.places.folder, 'config.before-gpu-tray'), 'utf8')).toBe(
      'Host *\r\n  User me',
    );
    await requests.removeInclude();
    expect(await readFile(config, 'utf8')).toBe('Host *\r\n  User me');
    expect(includeReads()).toBe(3);
  });

  test('is refused with the lines to paste where it cannot be added', async () => {
    const { requests, home } = await setup();
    await mkdir(join(home, '.ssh', 'config'));
    const { lines, obstacle } = await requests.previewInclude();
    expect(await refusalOf(requests.addInclude())).toEqual({
      kind: 'include',
      message: obstacle,
      action: `Edit the file yourself. The lines are: ${lines.join(' ⏎ ')}`,
    });
  });

  test('is refused with a reason where ~/.ssh is a file', async () => {
    const { requests, home } = await setup();
    // A file in place of the folder: permissions do not stop root.
    await rm(join(home, '.ssh'), { recursive: true });
    await writeFile(join(home, '.ssh'), '');
    for (const request of [requests.addInclude, requests.removeInclude])
      expect(await refusalOf(request())).toMatchObject({
        kind: 'include',
        message: expect.stringMatching(
          /^Failed to (write|change) .*: a file is in the place of a folder\./,
        ),
        action: expect.stringContaining('Include'),
      });
  });

  test('is refused with the file that cannot be locked', async () => {
    const { requests, home, ssh } = await setup();
    const lock = join(userDataFolder(ssh.places.platform, {}, home), 'ssh', 'include.lock');
    await rm(lock, { force: true });
    await mkdir(lock, { recursive: true });
    const { message } = await refusalOf(requests.addInclude());
    expect(message).toContain(`Failed to lock ${lock}`);
  });
});

describe('settings', () => {
  async function stored(home: string): Promise<unknown> {
    return JSON.parse(await readFile(join(home, 'settings.json'), 'utf8')).ssh;
  }

  test('a changed login is stored and applied', async () => {
    const { requests, applied, home } = await setup();
    const login = { ...EMPTY_LOGIN, user: 'ubuntu', port: 2222 };
    await requests.changeLogin({ scope: { kind: 'vm', ...ONE }, login });
    expect(applied).toMatchObject([{ vms: { 'a/one': login } }]);
    expect(await stored(home)).toMatchObject({ vms: { 'a/one': login } });
  });
});

describe('copied commands', () => {
  test('forward a port', async () => {
    const { requests, copied } = await setup();
    await requests.addInclude();
    await requests.copyPortForward({ ...ONE, port: 8080 });
    expect(copied).toEqual(['ssh -N -L 127.0.0.1:8080:127.0.0.1:8080 gpu-one']);
  });

  const identityFile = '~/100%/my key';

  test.each([
    ['linux', 'cmd', `ssh -o 'IdentityFile "~/100%%/my key"' 203.0.113.7`],
    ['win32', 'powershell', 'PowerShell versions handle double quotes differently.'],
  ] as const)('on %s with the preference %s: %s', async (platform, shell, expected) => {
    const { requests, copied, setHost, setUp } = await setup();
    setUp(platform, shell);
    setHost(host({ login: { ...EMPTY_LOGIN, identityFile } }));
    const request = requests.copyFromVm({ ...ONE, what: 'ssh' });
    if (platform === 'win32')
      expect(await refusalOf(request)).toEqual({
        kind: 'unquotable',
        message: expected,
        action: 'Change the SSH login in Settings.',
      });
    else {
      await request;
      expect(copied).toEqual([expected]);
    }
  });
});
