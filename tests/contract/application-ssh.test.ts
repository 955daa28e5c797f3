import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished } from 'vitest';
import { RefusalError } from '../../src/core/app/index.ts';
import { test } from '../keyring/fixture.ts';
import { makeKey } from '../ssh/host-keys.ts';
import { freeEndpoint } from '../ssh/sshd.ts';
import type { DesktopOptions } from './desktop.ts';
import { type SshApplication, sshApplication } from './ssh-application.ts';

function createRunning({ simulator: { control } }: SshApplication, label: string) {
  return control.createVm({ instance_label: label, status: 'running' });
}

describe('ssh’s files follow the VMs', () => {
  test('created, renamed, moved, destroyed: no block is left over, and no key', async ({
    keyring,
  }) => {
    const app = await sshApplication(await keyring.start());
    const { control } = app.simulator;
    const { id } = createRunning(app, 'Train 1');
    createRunning(app, 'other');
    await app.refresh();
    await expect.poll(app.aliases).toEqual(['gpu-other', 'gpu-train-1']);

    control.setVm(id, { instance_label: 'eval' });
    await app.refresh();
    await expect.poll(app.aliases).toEqual(['gpu-eval', 'gpu-other']);
    await expect.poll(() => app.login(id)?.alias).toBe('gpu-eval');

    control.setVm(id, { ip_address: '127.20.250.1' });
    await app.refresh();
    await expect.poll(() => app.text('config')).toContain('HostName 127.20.250.1\n');

    const { publicKey } = makeKey(app.home, 'host_key');
    const others = `192.0.2.9 ${publicKey}`;
    await appendFile(app.file('known_hosts'), `gpu-tray-vm-${id} ${publicKey}${others}`);
    control.destroyVm(id, 'gone');
    await app.refresh();
    // The configuration is written last, so the rest is as it shall be when it is.
    await expect.poll(app.aliases).toEqual(['gpu-other']);
    expect(await app.text('known_hosts')).toBe(others);
    expect(existsSync(`${app.file('known_hosts')}.old`)).toBe(false);
    expect(await app.text('hosts.json')).not.toContain(id);
    expect(await readFile(app.userConfig, 'utf8')).toBe('Host mine\n  HostName 192.0.2.9\n');
  });

  test('a sign-out drops them, with their keys', async ({ keyring }) => {
    const app = await sshApplication(await keyring.start());
    const { id } = createRunning(app, 'train');
    await app.refresh();
    await expect.poll(app.aliases).toEqual(['gpu-train']);
    const { publicKey } = makeKey(app.home, 'host_key');
    await writeFile(app.file('known_hosts'), `gpu-tray-vm-${id} ${publicKey}`);
    await app.application.requests.signOut({ accountId: app.accountId });
    expect(app.application.state().vmLogins).toEqual({});
    await expect.poll(app.aliases).toEqual([]);
    expect(await app.text('known_hosts')).toBe('');
  });

  test('a poll that changes nothing writes nothing, and says nothing', async ({ keyring }) => {
    const app = await sshApplication(await keyring.start());
    const { requests } = app.application;
    const { id: vmId } = createRunning(app, 'train');
    await app.refresh();
    await expect.poll(app.aliases).toEqual(['gpu-train']);
    const marks = () =>
      Promise.all(
        [app.file('config'), app.file('hosts.json'), app.userConfig].map(async (path) => {
          const { mtimeNs, ctimeNs, ino } = await stat(path, { bigint: true });
          return [mtimeNs, ctimeNs, ino];
        }),
      );
    const written = async () => {
      // This waits for whatever is being written.
      await requests.copyFromVm({ accountId: app.accountId, vmId, what: 'ssh' });
      return marks();
    };
    const round = async () => {
      const before = await written();
      const { vmLogins, ssh } = app.application.state();
      for (let poll = 0; poll < 5; poll += 1) await app.refresh();
      const isAsWritten = isDeepStrictEqual(await written(), before);
      const now = app.application.state();
      return { isAsWritten, saysNothing: now.vmLogins === vmLogins && now.ssh === ssh };
    };
    // What the start and the new VM set going, programs found and a door tried, comes when it is done.
    await expect.poll(round).toEqual({ isAsWritten: true, saysNothing: true });
  });

  test('whatever the service calls a VM, it is one block of ours and nothing else', async ({
    keyring,
  }) => {
    const app = await sshApplication(await keyring.start());
    const { control } = app.simulator;
    const marker = join(app.home, 'ran');
    const labels = [
      `x\nProxyCommand touch ${marker}`,
      `x\r\nMatch exec "touch ${marker}"\r\n`,
      `$(touch ${marker})`,
      '*',
      '%r%n%d',
      '\u202e" HostName 192.0.2.1',
      'mine',
      '',
      'x'.repeat(5_000),
    ];
    const ids = labels.map((label) => createRunning(app, label).id);
    const { id: nowhere } = createRunning(app, 'nowhere');
    control.setVm(nowhere, { ip_address: `-oProxyCommand=touch ${marker}` });
    await app.refresh();
    await expect.poll(app.aliases).toHaveLength(labels.length);
    for (const alias of await app.aliases()) expect(alias).toMatch(/^gpu-[a-z0-9-]{1,60}$/);
    await app.application.requests.addInclude();
    const lines = (await app.text('config')).split('\n').filter((line) => !line.startsWith('#'));
    for (const line of lines)
      expect(line).toMatch(
        /^(?:|Host gpu-[a-z0-9-]+| {4}(?:HostName 127\.[\d.]+|HostKeyAlias gpu-tray-vm-[a-z0-9-]+|UserKnownHostsFile \S+|(?:CheckHostIP|HashKnownHosts|ForwardAgent) no|StrictHostKeyChecking accept-new|ControlPath \S+))$/,
      );
    expect(app.sshAnswers('mine')).toContain('hostname 192.0.2.9');
    const aliasOf = (id: string) => app.login(id)?.alias ?? null;
    await expect.poll(() => ids.map(aliasOf)).not.toContain(null);
    for (const id of ids)
      expect(app.sshAnswers(aliasOf(id) ?? '')).toEqual(
        expect.arrayContaining([expect.stringMatching(/^hostname 127\./), 'forwardagent no']),
      );
    expect(app.login(nowhere)?.hasAddress).toBe(false);
    expect(existsSync(marker)).toBe(false);
  });
});

/** An ssh server as far as its first line, which is the number of the visitor. */
async function openDoor(host: string, port: number) {
  let visitors = 0;
  const server = createServer((socket) => {
    visitors += 1;
    socket.on('error', () => {}).end(`SSH-2.0-${visitors}\r\n`);
  }).listen(port, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return {
    async visit() {
      const [first]: unknown[] = await once(connect({ host, port }), 'data');
      return Number(String(first).replace('SSH-2.0-', ''));
    },
  };
}

describe('who can be logged in to', () => {
  const told = ({ notifications }: SshApplication) =>
    notifications.map(({ title }) => title).filter((title) => title.startsWith('You can log in'));

  async function withDoors(keyring: Parameters<typeof sshApplication>[0]) {
    const { port } = await freeEndpoint();
    const app = await sshApplication(keyring, { sshPort: port });
    await app.setPort(port);
    return app;
  }

  test('who appears running or turns running is told, once', async ({ keyring }) => {
    const app = await withDoors(await keyring.start());
    const { control } = app.simulator;
    const early = createRunning(app, 'early');
    control.advance(60);
    await app.refresh();
    await expect.poll(() => app.login(early.id)?.reach).toBe('ready');
    expect(told(app)).toEqual(['You can log in to early']);
    const { id } = control.createVm({ instance_label: 'train', status: 'creating' });
    await app.refresh();
    expect(app.login(id)?.reach ?? null).toBeNull();
    control.setVm(id, { status: 'running' });
    await app.refresh();
    await expect.poll(() => app.login(id)?.reach).toBe('waiting');
    expect(told(app)).toHaveLength(1);
    control.advance(60);
    await expect.poll(() => app.login(id)?.reach).toBe('ready');
    for (let poll = 0; poll < 3; poll += 1) await app.refresh();
    expect(told(app)).toEqual(['You can log in to early', 'You can log in to train']);
    const { body, destination } =
      app.notifications.find(({ title }) => title === 'You can log in to train') ?? {};
    expect(body).toBe('ssh gpu-train');
    expect(destination).toEqual({ kind: 'vm', accountId: app.accountId, vmId: id });
  });

  test('who started while the computer slept is shown, and not told', async ({ keyring }) => {
    const app = await withDoors(await keyring.start());
    const { control } = app.simulator;
    const { id } = control.createVm({ instance_label: 'train', status: 'creating' });
    await app.refresh();
    app.application.suspended();
    control.setVm(id, { status: 'running' });
    control.advance(60);
    app.application.resumed();
    await expect.poll(() => app.login(id)?.reach).toBe('ready');
    expect(told(app)).toEqual([]);
  });

  test('waking without a network tries nobody, and the network’s return does', async ({
    keyring,
  }) => {
    const app = await sshApplication(await keyring.start());
    const { port } = await freeEndpoint();
    await app.setPort(port);
    app.application.online(false);
    const { id, ip_address: address } = createRunning(app, 'train');
    const door = await openDoor(String(address), port);
    await app.refresh();
    // From then on its address is known, and it is tried as soon as somebody may be.
    await expect.poll(() => app.login(id)).toMatchObject({ alias: 'gpu-train', reach: 'waiting' });
    app.application.suspended();
    app.application.resumed();
    // Visitors are let in one after the other: whoever was tried on waking came before this one.
    expect(await door.visit()).toBe(1);
    app.application.online(true);
    await expect.poll(() => app.login(id)?.reach).toBe('ready');
  });

  test('a VM that stops is not ready any more, and is told again after its next start', async ({
    keyring,
  }) => {
    const app = await withDoors(await keyring.start());
    const { control } = app.simulator;
    const { id } = createRunning(app, 'train');
    control.advance(60);
    await app.refresh();
    await expect.poll(() => app.login(id)?.reach).toBe('ready');
    control.setVm(id, { status: 'stopped' });
    await app.refresh();
    expect(app.login(id)?.reach).toBeNull();
    control.setVm(id, { status: 'running' });
    control.advance(60);
    await app.refresh();
    await expect.poll(() => app.login(id)?.reach).toBe('ready');
    expect(told(app)).toEqual(['You can log in to train', 'You can log in to train']);
  });
});

describe('logging in from the app', () => {
  async function withVm(
    keyring: Parameters<typeof sshApplication>[0],
    label = 'train',
    desktop: DesktopOptions = {},
  ) {
    const app = await sshApplication(keyring, {}, { handlers: ['vscode'], ...desktop });
    const { id: vmId, ip_address: address } = createRunning(app, label);
    await app.refresh();
    // By then the files have it, and the application knows that they have.
    await expect.poll(() => app.login(vmId)?.alias).toMatch(/^gpu-/);
    const vm = { accountId: app.accountId, vmId };
    return { ...app, vm, address: String(address), requests: app.application.requests };
  }

  test('the user’s own terminal is really started, with the words as they are meant', async ({
    keyring,
  }) => {
    const { home, vm, address, requests, userConfig, file } = await withVm(
      await keyring.start(),
      'train"; touch pwned; "',
    );
    const record = join(home, 'record');
    const terminal = join(home, 'my terminal');
    await writeFile(
      terminal,
      `#!/bin/sh\nprintf '%s\\0' "$@" > '${record}.new' && mv '${record}.new' '${record}'\n`,
    );
    await chmod(terminal, 0o755);
    await requests.changePreferences({
      terminal: 'own',
      terminalCommand: `"${terminal}" --title "{ x }" {command}`,
    });
    // It may still run when it counts as opened, and comes to its record when the machine lets it.
    const words = async () => {
      await expect.poll(() => existsSync(record)).toBe(true);
      const text = await readFile(record, 'utf8');
      await rm(record);
      return text.split('\0').slice(0, -1);
    };
    await requests.openTerminal(vm);
    const [title, value, ssh, ...rest] = await words();
    expect([title, value]).toEqual(['--title', '{ x }']);
    expect(ssh).toMatch(/^\/.*\/ssh$/);
    expect(rest).toEqual([
      ...['-F', userConfig],
      ...['-o', `HostKeyAlias gpu-tray-vm-${vm.vmId}`],
      ...['-o', `UserKnownHostsFile ${file('known_hosts')}`],
      ...['-o', 'CheckHostIP no', '-o', 'StrictHostKeyChecking accept-new'],
      ...['-o', 'HashKnownHosts no', '-o', 'ForwardAgent no'],
      ...['-o', expect.stringMatching(/^ControlPath /), address],
    ]);
    await requests.addInclude();
    await requests.openTerminal(vm);
    expect((await words()).slice(3)).toEqual(['-F', userConfig, 'gpu-train-touch-pwned']);
    expect(existsSync(join(home, 'pwned'))).toBe(false);
  });

  test('an editor opens by the name, and not before ssh knows it', async ({ keyring }) => {
    // An editor starts ssh by itself, which looks in the account's home alone.
    const { vm, requests, opened, application } = await withVm(await keyring.start(), 'train', {
      isAccountHome: true,
    });
    await expect
      .poll(() => application.state().ssh.editors)
      .toEqual([{ id: 'vscode', name: 'VS Code' }]);
    const open = () => requests.openEditor({ ...vm, editor: 'vscode' });
    await expect(open()).rejects.toThrow(RefusalError);
    expect(opened).toEqual([]);
    await requests.addInclude();
    await requests.changePreferences({ remoteFolder: '/srv/a b' });
    await open();
    expect(opened).toEqual([
      'vscode://vscode-remote/ssh-remote+gpu-train/srv/a%20b?windowId=_blank',
    ]);
  });

  test('the Include is shown, added where ssh sees it, and taken back byte for byte', async ({
    keyring,
  }) => {
    const { requests, application, userConfig, sshAnswers, address, copied, vm } = await withVm(
      await keyring.start(),
    );
    const original = await readFile(userConfig);
    const { lines, state } = await requests.previewInclude();
    expect(state).toBe('absent');
    expect(await readFile(userConfig)).toEqual(original);
    const { isSeen, backup } = await requests.addInclude();
    expect(isSeen).toBe(true);
    expect(await readFile(backup ?? '')).toEqual(original);
    expect((await readFile(userConfig, 'utf8')).startsWith(lines.join('\n'))).toBe(true);
    expect(application.state().ssh.include).toBe('active');
    expect(sshAnswers('gpu-train')).toContain(`hostname ${address}`);
    await requests.copyFromVm({ ...vm, what: 'ssh' });
    await requests.copyPortForward({ ...vm, port: 8080 });
    expect(copied).toEqual([
      `ssh -F ${userConfig} gpu-train`,
      `ssh -F ${userConfig} -N -L 127.0.0.1:8080:127.0.0.1:8080 gpu-train`,
    ]);
    expect(await requests.removeInclude()).toMatchObject({ isSeen: false });
    expect(await readFile(userConfig)).toEqual(original);
    expect(application.state().ssh.include).toBe('absent');
  });
});
