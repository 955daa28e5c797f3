import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { setup } from '../testing/index.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** What is said there, or null where nobody answers. */
async function greetingAt(host: string, port: number): Promise<string | null> {
  const socket = connect({ host, port });
  onTestFinished(() => {
    socket.destroy();
  });
  return new Promise((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('error', () => resolve(null));
  });
}

it('a VM answers some time after it turned running, and not once it is gone', async () => {
  const sshPort = await freePort();
  const simulator = await setup({ vms: 0, sshPort });
  const { id, ip_address: given } = simulator.control.createVm({ status: 'starting' });
  const address = String(given);
  expect(await greetingAt(address, sshPort)).toBeNull();

  simulator.control.setVm(id, { status: 'running' });
  expect(await greetingAt(address, sshPort)).toBeNull();
  simulator.control.advance(5);
  await expect.poll(() => greetingAt(address, sshPort)).toBe('SSH-2.0-simulated\r\n');

  simulator.control.destroyVm(id, 'gone');
  await expect.poll(() => greetingAt(address, sshPort)).toBeNull();
});
