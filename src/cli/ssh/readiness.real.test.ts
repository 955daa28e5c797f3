import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { DEFAULT_SETTINGS } from '../../core/settings/index.ts';
import { vmKey } from '../../shared/ssh/ssh-state.ts';
import { appOf, view, vm } from '../testing/fakes.ts';
import { createReadiness } from './vm-ssh.ts';

const HOST = '127.20.0.41';

test('asks running VMs until they answer, and those with an address only', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.end('SSH-2.0-x\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const settings = { ...DEFAULT_SETTINGS, ssh: { user: null, port: address.port } };
  const readiness = createReadiness(settings, {
    clock: systemClock,
    signal: new AbortController().signal,
  });
  const vms = [
    vm('ready', { ipAddress: HOST }),
    vm('silent', { ipAddress: '127.20.0.42' }),
    vm('hostile', { ipAddress: '-oProxyCommand=x' }),
    vm('stopped', { ipAddress: HOST, status: 'stopped' }),
  ];
  const app = appOf([view({ vms }, { id: 'a', baseUrl: 'http://127.0.0.1:8700' })]);
  const expected = [
    [vmKey('a', 'ready'), true],
    [vmKey('a', 'silent'), false],
  ];
  expect([...(await readiness(app))]).toEqual(expected);
  expect([...(await readiness(app))]).toEqual(expected);
  expect(connections).toBe(1);
});
