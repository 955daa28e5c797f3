import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vmKey } from '../../src/shared/ssh/ssh-state.ts';
import { makeKey } from '../ssh/host-keys.ts';
import { freeEndpoint, startSshd } from '../ssh/sshd.ts';
import { memorySession, type SshApplication, sshApplication } from './application.ts';
import { temporaryFolder } from './fixtures.ts';

/** A real sshd on loopback that stands in for all VMs, with a stand-in for nvidia-smi. */
async function vmServer() {
  const folder = await temporaryFolder();
  const program = join(folder, 'nvidia-smi');
  await writeFile(program, '#!/bin/sh\necho "0, 97, 70123, 81559, 64, 395.12"\n');
  await chmod(program, 0o755);
  const key = makeKey(folder, 'user_key');
  const { port } = await freeEndpoint();
  await startSshd({
    ...{ folder, hostKey: makeKey(folder, 'host_key'), userKey: key },
    endpoint: { address: '127.0.0.1', port },
    path: `${folder}:/usr/bin:/bin`,
  });
  return { port, keyFile: key.file };
}

async function openConnections({ home }: SshApplication): Promise<number> {
  return (await readdir(join(home, 'ssh'))).filter((name) => name.startsWith('load-')).length;
}

test('the GPU load is read once it is turned on, and no connection stays open when it is turned off or GPU Tray quits', async () => {
  const { port: sshServer, keyFile } = await vmServer();
  const { port: sshPort } = await freeEndpoint();
  const app = await sshApplication(memorySession(), { sshPort, sshServer });
  const { requests, state, stop } = app.application;
  const login = { port: sshPort, identityFile: keyFile };
  await requests.changeLogin({ scope: { kind: 'all' }, login });
  const { id } = app.simulator.control.createVm({ instance_label: 'train', status: 'running' });
  app.simulator.control.advance(60);
  await app.refresh();
  await expect.poll(() => app.login(id)?.reach).toBe('ready');
  expect([state().vmLoads, await openConnections(app)]).toEqual([{}, 0]);

  const { accountId } = app;
  const load = () => state().vmLoads[vmKey(accountId, id)];
  const turn = (gpuLoad: boolean) => requests.changeAccount({ accountId, gpuLoad });
  await turn(true);
  await expect
    .poll(load)
    .toMatchObject({ gpus: [{ load: 97, memoryUsed: 70_123 }], problem: null });
  expect(await openConnections(app)).toBe(1);
  expect(await requests.readGpuLoad({ accountId, vmId: id })).toMatchObject({
    samples: [{ loads: [{ index: 0, load: 97 }] }],
  });
  await turn(false);
  expect(load()).toBeUndefined();
  await expect.poll(() => openConnections(app)).toBe(0);
  await turn(true);
  await expect.poll(() => openConnections(app)).toBe(1);
  await expect.poll(load).toBeDefined();
  await stop();
  await expect.poll(() => openConnections(app)).toBe(0);
});
