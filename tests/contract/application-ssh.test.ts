import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
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
