import { connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { World } from './world/lifecycle.ts';
import { currentPhase } from './world/vm.ts';
import { present } from './world/world.ts';

/** Time between `running` and the first answer, ms of simulated time. */
const BOOT_MS = 4_000;
/** Interval of updates, ms of real time. */
const UPDATE_MS = 250;

/** Running VMs send a version line on their own addresses and hang up. @param realPort of an SSH server here in their place; null: none */
export function startSshServers(
  world: World,
  port: number,
  realPort: number | null,
): { close(): void } {
  const open = new Map<string, ReturnType<typeof listen>>();

  function readyAddresses(): ReadonlySet<string> {
    const now = present(world);
    const vms = world.accounts.flatMap((account) => account.vms);
    const isReady = ({ gone, phases, order }: (typeof vms)[number]) => {
      const { status, from } = currentPhase({ phases });
      return !gone && !order.isKeyless && status === 'running' && now - from >= BOOT_MS;
    };
    return new Set(vms.filter(isReady).map(({ ip }) => ip));
  }

  function update(): void {
    const addresses = readyAddresses();
    for (const [address, vm] of open)
      if (!addresses.has(address)) {
        end(vm);
        open.delete(address);
      }
    for (const address of addresses) if (!open.has(address)) open.set(address, listen(address));
  }

  function end({ server, sockets }: ReturnType<typeof listen>): void {
    server.close();
    for (const socket of sockets) socket.destroy();
  }

  function listen(address: string) {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
      if (realPort === null) socket.end('SSH-2.0-simulated\r\n');
      else {
        const real = connect({ host: '127.0.0.1', port: realPort, localAddress: address });
        pipeline(socket, real, socket, () => {});
      }
    });
    server.on('error', () => {});
    return { server: server.listen({ host: address, port }), sockets };
  }

  const timer = setInterval(update, UPDATE_MS);
  timer.unref();
  update();
  return {
    close() {
      clearInterval(timer);
      for (const vm of open.values()) end(vm);
    },
  };
}
