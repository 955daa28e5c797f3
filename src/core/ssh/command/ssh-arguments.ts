import type { SshTarget } from '../host.ts';
import { hostWords } from './host-words.ts';
import type { SshSetup } from './setup.ts';

/** The words after `ssh` that log in at a host, or null while the host has no address. */
export function sshArguments(host: SshTarget, setup: SshSetup): readonly string[] | null {
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
  host: SshTarget,
  setup: SshSetup,
  { localPort, remotePort }: Tunnel = NOTEBOOK_TUNNEL,
): readonly string[] | null {
  return withForwarding(['-L', `${localPort}:localhost:${remotePort}`], host, setup);
}

function withForwarding(
  forwarding: readonly string[],
  host: SshTarget,
  setup: SshSetup,
): readonly string[] | null {
  if (host.address === null) return null;
  if (setup.isIncluded && host.alias !== null)
    return [...setup.configArguments, ...forwarding, host.alias];
  const words = hostWords(host, setup);
  if (words === null) return null;
  const { options, port, userPrefix, address } = words;
  return [
    ...setup.configArguments,
    ...options,
    ...(port === null ? [] : ['-p', port]),
    ...forwarding,
    `${userPrefix}${address}`,
  ];
}
