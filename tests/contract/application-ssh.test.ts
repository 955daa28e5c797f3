import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MARKER } from '../../src/core/ssh/config/host-blocks.ts';
import { makeKey } from '../ssh/host-keys.ts';
import { freeEndpoint } from '../ssh/sshd.ts';
import { memorySession, type SshApplication, sshApplication } from './application.ts';

function createRunning({ simulator: { control } }: SshApplication, label: string) {
  return control.createVm({ instance_label: label, status: 'running' });
}

describe('our SSH files', () => {
  test('follow VMs that are created, renamed, moved and destroyed', async () => {
    const app = await sshApplication(memorySession());
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
    // The config is written last.
    await expect.poll(app.aliases).toEqual(['gpu-other']);
    expect(await app.text('known_hosts')).toBe(others);
    expect(existsSync(`${app.file('known_hosts')}.old`)).toBe(false);
    expect(await app.text('hosts.json')).not.toContain(id);
    expect(await readFile(app.userConfig, 'utf8')).toBe('Host mine\n  HostName 192.0.2.9\n');
  });

  test('hold one safe Host block per VM, whatever its label', async () => {
    const app = await sshApplication(memorySession());
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
    const [blocks = ''] = (await app.text('config')).split(`Host ${MARKER}`);
    const lines = blocks.split('\n').filter((line) => !line.startsWith('#'));
    for (const line of lines)
      expect(line).toMatch(
        /^(?:|Host gpu-[a-z0-9-]+| {4}(?:HostName 127\.[\d.]+|HostKeyAlias gpu-tray-vm-[a-z0-9-]+|UserKnownHostsFile \S+|(?:CheckHostIP|HashKnownHosts|ForwardAgent) no|StrictHostKeyChecking accept-new|ControlPath \S+))$/,
      );
    expect(app.sshOptions('mine')).toContain('hostname 192.0.2.9');
    const aliasOf = (id: string) => app.login(id)?.alias ?? null;
    await expect.poll(() => ids.map(aliasOf)).not.toContain(null);
    for (const id of ids)
      expect(app.sshOptions(aliasOf(id) ?? '')).toEqual(
        expect.arrayContaining([expect.stringMatching(/^hostname 127\./), 'forwardagent no']),
      );
    expect(app.login(nowhere)?.hasAddress).toBe(false);
    expect(existsSync(marker)).toBe(false);
  });
});

/** Sends an SSH banner with the number of the connection, then closes it. */
async function bannerServer(host: string, port: number) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {}).end(`SSH-2.0-${connections}\r\n`);
  }).listen(port, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return {
    async nextConnection() {
      const [first]: unknown[] = await once(connect({ host, port }), 'data');
      return Number(String(first).replace('SSH-2.0-', ''));
    },
  };
}

test('SSH is not probed after waking offline, but once back online', async () => {
  const app = await sshApplication(memorySession());
  const { port } = await freeEndpoint();
  await app.setPort(port);
  app.application.online(false);
  const { id, ip_address: address } = createRunning(app, 'train');
  const banner = await bannerServer(String(address), port);
  await app.refresh();
  await expect.poll(() => app.login(id)).toMatchObject({ alias: 'gpu-train', reach: 'waiting' });
  app.application.suspended();
  app.application.resumed();
  // The first connection: waking did not open one.
  expect(await banner.nextConnection()).toBe(1);
  app.application.online(true);
  await expect.poll(() => app.login(id)?.reach).toBe('ready');
});
