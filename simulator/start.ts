import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { createAccessTokens, createRefreshTokens } from './auth/index.ts';
import { runningClock, type SimulatorClock } from './clock.ts';
import { type Control, type Credentials, controlRoutes, createControl } from './control/index.ts';
import { createFaultBoard } from './faults/index.ts';
import { liveBehaviour, readStartOptions, type StartOptions } from './options.ts';
import {
  addService,
  createRateStore,
  createRequestLog,
  type ServiceDeps,
} from './service/index.ts';
import { openLogins } from './ssh/index.ts';
import { createWorld, type NonEmpty } from './world/index.ts';

/** A simulator that is listening. */
export interface Simulator {
  /** Of the service, with the base path and without a slash at the end. */
  readonly baseUrl: string;
  /** Of the HTTP control interface. */
  readonly controlUrl: string;
  readonly control: Control;
  /** All accounts; the first one has the fleet. */
  readonly credentials: NonEmpty<Credentials>;
  /** Ends at once, also with connections that stall. May be called again. */
  close(): Promise<void>;
}

/** Only loopback: the control interface has no authentication. */
const HOST = '127.0.0.1';

/**
 * Starts the rental service on a port of its own. Without a `clock`, simulated time starts at the present and runs at
 * `speed`. Rejects with a `ZodError` for options that make no sense, and with `EADDRINUSE` when the port is taken.
 */
export async function startSimulator(
  options: StartOptions = {},
  clock?: SimulatorClock,
): Promise<Simulator> {
  const { fixed, behaviour } = readStartOptions(options);
  const time = clock ?? runningClock(fixed.speed);
  const world = createWorld(fixed.seed, fixed.vms, time);
  const closing = new AbortController();
  const deps: ServiceDeps = {
    world,
    behaviour: liveBehaviour(behaviour),
    accessTokens: createAccessTokens(world),
    refreshTokens: createRefreshTokens(),
    faults: createFaultBoard(),
    requests: createRequestLog(),
    rates: createRateStore(time),
    basePath: fixed.basePath,
    closing: closing.signal,
  };

  let origin = '';
  const control = createControl(deps, fixed, () => origin + fixed.basePath);
  const app = Fastify({
    bodyLimit: 256 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  await app.register(async (scope) => controlRoutes(scope, control), { prefix: '/__control' });
  await app.register(async (scope) => addService(scope, deps), { prefix: fixed.basePath });
  await app.listen({ host: HOST, port: fixed.port });
  const logins = fixed.sshPort === null ? null : openLogins(world, fixed.sshPort);
  origin = `http://${HOST}:${portOf(app.server.address())}`;

  const [first, ...others] = world.accounts;
  return {
    baseUrl: origin + fixed.basePath,
    controlUrl: `${origin}/__control`,
    control,
    credentials: [credentialsOf(first), ...others.map(credentialsOf)],
    async close() {
      closing.abort();
      logins?.close();
      await app.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') {
    throw new Error('The simulator listens, but not on a TCP port');
  }
  return address.port;
}

function credentialsOf({ email, password, apiKeys }: Credentials): Credentials {
  return { email, password, apiKeys };
}
