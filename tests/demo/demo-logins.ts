import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createSettingsFile } from '../../src/core/settings/index.ts';

/** A port that is free on this computer. The VMs have addresses of their own, so it is on theirs, too. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

/**
 * Says in the demo's settings, as a person would in the panel, on which port the VMs take logins.
 * @param folder of the demo's settings, which nobody else has opened yet
 */
export async function presetSshPort(folder: string, port: number): Promise<void> {
  const path = join(folder, 'settings.json');
  const settings = createSettingsFile({ path, clock: systemClock, log: silentLog });
  await settings.update((current) => ({ ...current, ssh: { ...current.ssh, port } }));
}
