import { once } from 'node:events';
import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Endpoint, runSshd, type SshdOptions } from './run-sshd.ts';

/** A free port on a separate address. */
export async function freeEndpoint(): Promise<Endpoint> {
  const part = () => 1 + Math.floor(Math.random() * 250);
  const address = `127.20.${part()}.${part()}`;
  const server = createServer().listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  server.close();
  await once(server, 'close');
  if (bound === null || typeof bound === 'string') throw new Error('no port was bound');
  return { address, port: bound.port };
}

/** Starts a real sshd. @returns stop, which also runs when the test finishes */
export async function startSshd(options: SshdOptions): Promise<() => Promise<void>> {
  const stop = await runSshd(options);
  onTestFinished(stop);
  return stop;
}
