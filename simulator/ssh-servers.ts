import { createServer, type Server } from 'node:net';
import { currentPhase, present, type World } from './world/index.ts';

/** Time between `running` and the first answer, ms of simulated time. */
const BOOT_MS = 4_000;
/** Interval of updates, ms of real time. */
const UPDATE_MS = 250;
const GREETING = 'SSH-2.0-simulated\r\n';

/**
 * Lets each running VM answer like an SSH server on its own address: it sends the version line and hangs up, which is
 * enough to show as reachable. Addresses that this machine lacks stay silent (macOS has only 127.0.0.1).
 */
export function startSshServers(world: World, port: number): { close(): void } {
  const open = new Map<string, Server>();

  function readyAddresses(): ReadonlySet<string> {
    const now = present(world);
    const vms = world.accounts.flatMap((account) => account.vms);
    const isReady = ({ gone, phases }: (typeof vms)[number]) => {
      const { status, from } = currentPhase({ phases });
      return !gone && status === 'running' && now - from >= BOOT_MS;
    };
    return new Set(vms.filter(isReady).map(({ ip }) => ip));
  }

  function update(): void {
    const addresses = readyAddresses();
    for (const [address, server] of open)
      if (!addresses.has(address)) {
        server.close();
        open.delete(address);
      }
    for (const address of addresses) if (!open.has(address)) open.set(address, listen(address));
  }

  function listen(address: string): Server {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(GREETING);
    });
    server.on('error', () => {});
    return server.listen({ host: address, port });
  }

  const timer = setInterval(update, UPDATE_MS);
  timer.unref();
  update();
  return {
    close() {
      clearInterval(timer);
      for (const server of open.values()) server.close();
    },
  };
}
