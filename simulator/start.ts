import Fastify from 'fastify';
import { createAccessTokens } from './auth/caller.ts';
import { createRefreshTokens } from './auth/refresh-tokens.ts';
import { runningClock, type SimulatorClock } from './clock.ts';
import { controlRoutes, createControl } from './control/control.ts';
import { createFaultBoard } from './faults/board.ts';
import { lambda } from './lambda/index.ts';
import { optionsSchema, type StartOptions } from './options.ts';
import { rental } from './rental/index.ts';
import { runpod } from './runpod/index.ts';
import { createCounts } from './service/limits.ts';
import type { ServiceParts } from './service/provider.ts';
import { addService } from './service/service.ts';
import { createRequestLog } from './service/visit.ts';
import { startSshServers } from './ssh-servers.ts';
import { vast } from './vast/index.ts';
import { createWorld } from './world/world.ts';

export type Simulator = Awaited<ReturnType<typeof startSimulator>>;

const PROVIDERS = { rental, runpod, vast, lambda } as const;

/** Without a `clock`, simulated time starts now and runs at `speed`. @throws ZodError, or `EADDRINUSE` for a port in use */
export async function startSimulator(given: StartOptions = {}, clock?: SimulatorClock) {
  const options = optionsSchema.parse(given);
  const { sshPort, sshServer } = options;
  const time = clock ?? runningClock(options.speed);
  const provider = PROVIDERS[options.provider];
  const world = createWorld(options.seed, options.vms, time, provider.machines);
  provider.equip?.(world);
  const parts: ServiceParts = {
    provider,
    world,
    options,
    accessTokens: createAccessTokens(world),
    refreshTokens: createRefreshTokens(),
    faults: createFaultBoard(),
    requests: createRequestLog(),
    countIn: createCounts(time),
    stalled: new Set(),
  };

  const control = createControl(parts);
  const app = Fastify({
    bodyLimit: 256 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Requests are only checked, never changed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  await app.register(async (scope) => controlRoutes(scope, control), { prefix: '/__control' });
  await app.register(async (scope) => addService(scope, parts));
  // Loopback only: the control interface has no authentication.
  const origin = await app.listen({ host: '127.0.0.1', port: options.port });
  const sshServers = sshPort === null ? null : startSshServers(world, sshPort, sshServer);

  const [first, second] = world.accounts;
  return {
    /** Without a trailing slash. */
    baseUrl: origin,
    controlUrl: `${origin}/__control`,
    control,
    /** One for each account; the first account has the fleet. */
    credentials: [first.credentials, second.credentials] as const,
    /** Also ends stalled connections. Idempotent. */
    async close(): Promise<void> {
      sshServers?.close();
      await app.close();
    },
  };
}
