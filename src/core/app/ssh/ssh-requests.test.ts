import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/index.ts';
import { systemClock } from '../../clock.ts';
import { silentLog } from '../../log.ts';
import { createSettingsFile } from '../../settings/index.ts';
import type { KeyComparison, SshHost } from '../../ssh/index.ts';
import { freshSsh } from '../../ssh/testing/fresh-ssh.ts';
import { RefusalError, refuse } from '../refusal-error.ts';
import { createSshRequests } from './ssh-requests.ts';
import { host, PLAIN, writtenHost } from './testing/hosts.ts';
import { account, snapshotWith, stateWith, vm } from './testing/snapshots.ts';

/** One VM, and ssh's files on a home of the test's own that say the same of it. */
async function setup(listed: Vm = vm('one')) {
  const ssh = await freshSsh();
  const { home } = ssh.places;
  let current = listed;
  let host: SshHost | null = await writtenHost(ssh, listed);
  let trouble: string | null = null;
  let finishWriting = () => {};
  let comparison: KeyComparison = { state: 'same' };
  const copied: string[] = [];
  const opened: string[] = [];
  let includeChanges = 0;
  const settings = createSettingsFile({
    path: join(home, 'settings.json'),
    ...{ clock: systemClock, log: silentLog },
  });
  const told: unknown[] = [];
  let looks = 0;
  const requests = createSshRequests({
    state: () => stateWith({ a: snapshotWith([current]) }),
    ssh,
    watch: {
      hostOf: () => host,
      hosts: () => (host === null ? [] : [host]),
      trouble: () => trouble,
      checkHostKey: async () => comparison,
      async settled() {
        finishWriting();
      },
      ...{
        look() {},
        lookAnew() {},
        setTemplates() {},
        turnedRunning() {},
        pause() {},
        resume() {},
        stop() {},
      },
    },
    launcher: {
      find: async () => ({ terminals: [], editors: [] }),
      openTerminal: async ({ alias }) => void opened.push(`terminal ${alias}`),
      openEditor: async (editor, { alias }) => void opened.push(`${editor} ${alias}`),
    },
    desktop: { copy: async (text) => void copied.push(text) },
    settings,
    settingsChanged: (next) => told.push(next.ssh),
    rescan: () => {
      looks += 1;
    },
    includeChanged: () => {
      includeChanges += 1;
    },
    requireVm: (_, vmId) =>
      vmId === current.id
        ? { vm: current, account: account('a') }
        : refuse('notFound', 'This VM is not there any more.', 'Refresh the list.'),
  });
  return {
    ...{ requests, copied, opened, ssh, home, told },
    looks: () => looks,
    includeChanges: () => includeChanges,
    show: (next: Vm) => {
      current = next;
    },
    setHost(next: SshHost | null, why: string | null = null) {
      host = next;
      trouble = why;
    },
    /** What is being written is there as soon as somebody waits for it. */
    setWriting(finish: () => void) {
      finishWriting = finish;
    },
    answerKeys: (next: KeyComparison) => {
      comparison = next;
    },
  };
}

async function refusalOf(request: Promise<unknown>) {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusalError) return error.refusal;
  throw new Error('not refused', { cause: error });
}

const ONE = { accountId: 'a', vmId: 'one' };

describe('what is done with a VM', () => {
  test('copies the command that fits: by the name where ssh knows it', async () => {
    const { requests, copied } = await setup();
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    await requests.addInclude();
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    await requests.copyFromVm({ ...ONE, what: 'address' });
    expect(copied).toEqual([
      expect.stringMatching(/^ssh -o 'HostKeyAlias gpu-tray-vm-one' .* 203\.0\.113\.7$/),
      'ssh gpu-one',
      '203.0.113.7',
    ]);
  });

  test('opens it', async () => {
    const { requests, opened } = await setup();
    await requests.openTerminal(ONE);
    await requests.openEditor({ ...ONE, editor: 'zed' });
    expect(opened).toEqual(['terminal gpu-one', 'zed gpu-one']);
  });

  test.each([
    [null, 'This VM has no address yet.'],
    ['-oProxyCommand=x', /is none that can be connected to/],
    ['127.0.0.1', /is none that can be connected to/],
  ])('is refused at the address %j', async (ipAddress, message) => {
    const { requests, show, copied, opened } = await setup();
    show(vm('one', { ipAddress }));
    for (const request of [
      requests.copyFromVm({ ...ONE, what: 'ssh' }),
      requests.copyFromVm({ ...ONE, what: 'address' }),
      requests.openTerminal(ONE),
      requests.openEditor({ ...ONE, editor: 'zed' }),
      requests.checkHostKey(ONE),
    ])
      expect(await refusalOf(request)).toMatchObject({
        kind: 'noAddress',
        message: expect.stringMatching(message),
      });
    expect([...copied, ...opened]).toEqual([]);
  });

  test('never goes to where it was before: the files have to say what the service says', async () => {
    const { requests, show, setHost, opened, ssh } = await setup();
    show(vm('one', { ipAddress: '203.0.113.9' }));
    expect(await refusalOf(requests.openTerminal(ONE))).toMatchObject({
      kind: 'sshFiles',
      action: 'Try again in a moment.',
    });
    setHost(null, 'EROFS: read-only file system');
    expect(await refusalOf(requests.openTerminal(ONE))).toEqual({
      kind: 'sshFiles',
      message: `The SSH files in ${ssh.places.folder} cannot be written: EROFS: read-only file system`,
      action: 'Check the folder and its permissions.',
    });
    expect(opened).toEqual([]);
  });

  test('goes by the name and the login that were set a moment ago and are still being written', async () => {
    const { requests, copied, setHost, setWriting } = await setup();
    const login = { ...PLAIN, port: 2222 };
    setWriting(() => setHost(host({ login })));
    await requests.copyFromVm({ ...ONE, what: 'ssh' });
    expect(copied).toEqual([expect.stringMatching(/ -p 2222 203\.0\.113\.7$/)]);
  });

  test('needs the VM to be there', async () => {
    const { requests } = await setup();
    expect(await refusalOf(requests.openTerminal({ ...ONE, vmId: 'two' }))).toMatchObject({
      kind: 'notFound',
    });
  });

  test('explains its host key', async () => {
    const { requests, answerKeys } = await setup();
    const key = (sha256: string) => ({ type: 'ED25519', sha256 });
    answerKeys({ state: 'changed', stored: [key('SHA256:a')], offered: [key('SHA256:b')] });
    const { what, advice } = await requests.checkHostKey(ONE);
    expect(what).toMatch(/^gpu-one shows another host key .*SHA256:a.*SHA256:b/);
    expect(advice).toContain('console');
  });
});

describe('the Include', () => {
  test('is shown, added, seen by ssh, and taken back byte for byte', async () => {
    const { requests, home, includeChanges } = await setup();
    const config = join(home, '.ssh', 'config');
    await writeFile(config, 'Host *\r\n  User me', { mode: 0o600 });
    const preview = await requests.previewInclude();
    expect(preview).toMatchObject({ path: config, state: 'absent', obstacle: null });
    expect(await readFile(config, 'utf8')).toBe('Host *\r\n  User me');
    const added = await requests.addInclude();
    expect(await readFile(config, 'utf8')).toContain(preview.lines.at(-1));
    expect(await readFile(added.backup ?? '', 'utf8')).toBe('Host *\r\n  User me');
    await requests.removeInclude();
    expect(await readFile(config, 'utf8')).toBe('Host *\r\n  User me');
    // Each of the three may have found it changed.
    expect(includeChanges()).toBe(3);
  });

  test('that cannot be added is refused with the lines to paste', async () => {
    const { requests, home } = await setup();
    await mkdir(join(home, '.ssh', 'config'));
    const { lines, obstacle } = await requests.previewInclude();
    expect(await refusalOf(requests.addInclude())).toEqual({
      kind: 'include',
      message: obstacle,
      action: `Change the file by hand: the lines are ${lines.join(' ⏎ ')}`,
    });
  });

  test('is refused in words where not even the lock can be taken', async () => {
    const { requests, home } = await setup();
    // Root may write anywhere, so what is in the way is a file.
    await rm(join(home, '.ssh'), { recursive: true });
    await writeFile(join(home, '.ssh'), '');
    for (const request of [requests.addInclude, requests.removeInclude])
      expect(await refusalOf(request())).toMatchObject({
        kind: 'include',
        message: expect.stringMatching(/^Failed to lock .* \(\w+\)\. /),
        action: expect.stringContaining('Include'),
      });
  });
});

test('what others may have changed is looked at again when asked', async () => {
  const { requests, looks } = await setup();
  await requests.rescan();
  expect(looks()).toBe(1);
});

describe('what is set', () => {
  test('a login of all, and what a VM was made from, are kept and told', async () => {
    const { requests, told, home } = await setup();
    const login = { ...PLAIN, user: 'ubuntu', port: 2222, options: ['LogLevel ERROR'] };
    await requests.changeLogin({ scope: { kind: 'all' }, login });
    await requests.setVmTemplate({ ...ONE, template: 102 });
    expect(told.at(-1)).toMatchObject({
      user: 'ubuntu',
      port: 2222,
      vmTemplates: { 'a/one': 102 },
    });
    const kept: unknown = JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'));
    expect(kept).toMatchObject({ ssh: { ...login, vmTemplates: { 'a/one': 102 } } });
  });
});
