import Fastify from 'fastify';
import { createAccessTokens } from './auth/caller.ts';
import { createRefreshTokens } from './auth/refresh-tokens.ts';
import { runningClock, type SimulatorClock } from './clock.ts';
import { type Control, type Credentials, createControl } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { createFaultBoard } from './faults/board.ts';
import { liveBehavior, readStartOptions, type StartOptions } from './options.ts';
import { createRateStore } from './service/limits.ts';
import { addService, type ServiceParts } from './service/service.ts';
import { createRequestLog } from './service/visit.ts';
import { startSshServers } from './ssh-servers.ts';
import { createWorld, type NonEmpty } from './world/index.ts';

export interface Simulator {
  /** Of the service, with the base path, without a trailing slash. */
  readonly baseUrl: string;
  /** Of the HTTP control interface. */
  readonly controlUrl: string;
  readonly control: Control;
  /** Of all accounts; the first one has the fleet. */
  readonly credentials: NonEmpty<Credentials>;
  /** Also ends stalled connections. Idempotent. */
  close(): Promise<void>;
}

/** Loopback only: the control interface has no authentication. */
const HOST = '127.0.0.1';

/**
 * Starts the simulated rental service. Without a `clock`, simulated time starts now and runs at `speed`.
 * @throws ZodError for invalid options, `EADDRINUSE` for a port in use
 */
export async function startSimulator(
  options: StartOptions = {},
  clock?: SimulatorClock,
): Promise<Simulator> {
  const { fixed, behavior } = readStartOptions(options);
  const time = clock ?? runningClock(fixed.speed);
  const world = createWorld(fixed.seed, fixed.vms, time);
  const closing = new AbortController();
  const parts: ServiceParts = {
    world,
    behavior: liveBehavior(behavior),
    accessTokens: createAccessTokens(world),
    refreshTokens: createRefreshTokens(),
    faults: createFaultBoard(),
    requests: createRequestLog(),
    rates: createRateStore(time),
    stalled: new Set(),
    basePath: fixed.basePath,
    closing: closing.signal,
  };

  let origin = '';
  const control = createControl(parts, fixed, () => origin + fixed.basePath);
  const app = Fastify({
    bodyLimit: 256 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    // Requests are only checked, never changed.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  await app.register(async (scope) => controlRoutes(scope, control), { prefix: '/__control' });
  await app.register(async (scope) => addService(scope, parts), { prefix: fixed.basePath });
  origin = await app.listen({ host: HOST, port: fixed.port });
  const { sshPort, sshServer } = fixed;
  const sshServers = sshPort === null ? null : startSshServers(world, sshPort, sshServer);

  const [first, ...others] = world.accounts;
  return {
    baseUrl: origin + fixed.basePath,
    controlUrl: `${origin}/__control`,
    control,
    credentials: [credentialsOf(first), ...others.map(credentialsOf)],
    async close() {
      closing.abort();
      sshServers?.close();
      await app.close();
    },
  };
}

function credentialsOf({ email, password, apiKeys }: Credentials): Credentials {
  return { email, password, apiKeys };
}
