import type { SshHost } from '../host.ts';
import { hostOptions, userPrefix } from './host-options.ts';
import type { SshSetup } from './setup.ts';

/** The words after `ssh` that log in at a host, or null while the host has no address. */
export function sshArguments(host: SshHost, setup: SshSetup): readonly string[] | null {
  return withForwarding([], host, setup);
}

/** A port on this machine that leads to one on the VM; the local one listens on this machine alone. */
export interface Tunnel {
  readonly localPort: number;
  readonly remotePort: number;
}

/** Where the notebook templates answer, on both sides. */
const NOTEBOOK_TUNNEL: Tunnel = { localPort: 8888, remotePort: 8888 };

/** The words after `ssh` that log in and forward a port, or null while the host has no address. */
export function tunnelArguments(
  host: SshHost,
  setup: SshSetup,
  { localPort, remotePort }: Tunnel = NOTEBOOK_TUNNEL,
): readonly string[] | null {
  return withForwarding(['-L', `${localPort}:localhost:${remotePort}`], host, setup);
}

function withForwarding(
  forwarding: readonly string[],
  host: SshHost,
  setup: SshSetup,
): readonly string[] | null {
  const { address, alias, login } = host;
  if (address === null) return null;
  if (setup.isIncluded) return [...setup.configArguments, ...forwarding, alias];
  const port = login.port === null ? [] : ['-p', String(login.port)];
  const options = hostOptions(host, setup);
  return [
    ...setup.configArguments,
    ...options,
    ...port,
    ...forwarding,
    `${userPrefix(login)}${address}`,
  ];
}
