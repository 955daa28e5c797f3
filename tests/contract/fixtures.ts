import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import {
  manualClock,
  type Simulator,
  type SimulatorClock,
  type StartOptions,
  startSimulator,
} from '../../simulator/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { createMonitor, type Monitor } from '../../src/core/monitor/index.ts';
import {
  type AccountClient,
  type BaseUrl,
  createAccountClient,
  createKeySession,
  type Fetch,
  type HttpPorts,
  parseBaseUrl,
} from '../../src/core/providers/index.ts';
import { createRentalClient } from '../../src/core/providers/rental/client.ts';
import { listen } from '../../src/core/providers/testing/server.ts';
import { Secret } from '../../src/core/secret.ts';
import {
  type AccountState,
  type AccountStatus,
  accountStatus,
  UNKNOWN_STATE,
} from '../../src/shared/domain/account-state.ts';
import type { ProblemKind } from '../../src/shared/domain/problem.ts';

/** A simulator that closes when the test ends. Without a `clock` its time does not advance. */
export async function simulate(
  options: StartOptions = {},
  clock: SimulatorClock = manualClock(),
): Promise<Simulator> {
  const simulator = await startSimulator(options, clock);
  onTestFinished(async () => {
    const { undocumented } = simulator.control.state().requests;
    await simulator.close();
    expect(undocumented, 'requests that docs/openapi.yaml does not allow').toEqual([]);
  });
  return simulator;
}

/** A port of this computer at which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** An empty folder that is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-contract-'));
  // Programs that a test started may still write there.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

export function baseUrlOf({ baseUrl }: Pick<Simulator, 'baseUrl'>): BaseUrl {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.url;
}

/** By default Node's fetch and the system's clock. */
export interface Reach {
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly bounds?: NonNullable<HttpPorts['bounds']>;
  readonly log?: Log;
}

/** The core's network ports. */
export function network({
  fetch = globalThis.fetch,
  clock = systemClock,
  bounds = {},
  log = silentLog,
}: Reach) {
  return { fetch, clock, bounds, log, listMs: 300_000 };
}

type RentalClient = ReturnType<typeof createAccountClient<ReturnType<typeof createRentalClient>>>;

/** The real client with an API key, by default the read-write one. */
export function keyClient(
  simulator: Simulator,
  reach: Reach = {},
  key = simulator.credentials[0].apiKeys.read_write,
): RentalClient {
  const target = { base: baseUrlOf(simulator), open: createRentalClient };
  const createSession = () => createKeySession(new Secret(key));
  return createAccountClient(target, network(reach), { createSession });
}

/** An account polled by the real monitor. */
export interface Watch {
  readonly monitor: Monitor;
  state(): AccountState;
  status(): AccountStatus;
  /** Of its VMs and of its spend. */
  problems(): readonly [ProblemKind | null, ProblemKind | null];
}

const WATCHED = 'watched';

/** Polls until the test ends, without random jitter. */
export function watch(client: AccountClient, clock: Clock): Watch {
  const monitor = createMonitor({ clock, log: silentLog, random: () => 0.5 });
  onTestFinished(() => monitor.stop());
  let last = UNKNOWN_STATE;
  monitor.events.on('poll', ({ after }) => {
    last = after;
  });
  monitor.add(WATCHED, client);
  const state = () => last;
  return {
    monitor,
    state,
    status: () => accountStatus(state()),
    problems: () => [state().vms.problem?.kind ?? null, state().spend.problem?.kind ?? null],
  };
}

/** Ids of an account's VMs, newest first. */
export function vmIds({ control }: Simulator, email?: string): string[] {
  return control.vms(email).map((vm) => vm.id);
}

/** Number of requests to an endpoint, such as `POST /auth/refresh`. */
export function requestsTo({ control }: Simulator, endpoint: string): number {
  return control.state().requests.counts[endpoint] ?? 0;
}
