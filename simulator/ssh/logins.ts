import { createServer, type Server } from 'node:net';
import { currentPhase, present, type World } from '../world/index.ts';

/** A machine is running some time before one can log in: so it is here, in ms of simulated time. */
const BOOT_MS = 4_000;
/** How often the VMs are looked at, ms of real time. */
const LOOK_MS = 250;
const GREETING = 'SSH-2.0-simulated\r\n';

/** The doors of the running VMs. */
export interface Logins {
  close(): void;
}

/**
 * Lets each running VM answer like an ssh server on its own address: it says that it is one, and hangs up. That is all there
 * is to a simulated VM, and enough to see that it can be reached. Addresses that this machine does not have are left out:
 * macOS has 127.0.0.1 alone.
 */
export function openLogins(world: World, port: number): Logins {
  const open = new Map<string, Server>();

  function ready(): ReadonlySet<string> {
    const now = present(world);
    const vms = world.accounts.flatMap((account) => account.vms);
    const isReady = ({ gone, phases }: (typeof vms)[number]) => {
      const { status, from } = currentPhase({ phases });
      return !gone && status === 'running' && now - from >= BOOT_MS;
    };
    return new Set(vms.filter(isReady).map(({ ip }) => ip));
  }

  function look(): void {
    const addresses = ready();
    for (const [address, server] of open)
      if (!addresses.has(address)) {
        server.close();
        open.delete(address);
      }
    for (const address of addresses) if (!open.has(address)) open.set(address, answer(address));
  }

  function answer(address: string): Server {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(GREETING);
    });
    server.on('error', () => {});
    return server.listen({ host: address, port });
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  look();
  return {
    close() {
      clearInterval(timer);
      for (const server of open.values()) server.close();
    },
  };
}
