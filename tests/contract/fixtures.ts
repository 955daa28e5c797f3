import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  manualClock,
  type Simulator,
  type SimulatorClock,
  type StartOptions,
  startSimulator,
} from '../../simulator/index.ts';
import { type AccountClient, createAccountClient } from '../../src/core/accounts/index.ts';
import { type Clock, systemClock } from '../../src/core/clock.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { createMonitor, type Monitor, type VmEvent } from '../../src/core/monitor/index.ts';
import { Secret } from '../../src/core/secret.ts';
import {
  type BaseUrl,
  createKeySession,
  type HttpBounds,
  parseBaseUrl,
} from '../../src/core/service/index.ts';
import {
  type AccountState,
  type AccountStatus,
  accountStatus,
  type ProblemKind,
  UNKNOWN_STATE,
} from '../../src/shared/domain/index.ts';

/** A simulator that closes when the test is over. Without a `clock` its time stands still. */
export async function simulate(
  options: StartOptions = {},
  clock: SimulatorClock = manualClock(),
): Promise<Simulator> {
  const simulator = await startSimulator(options, clock);
  onTestFinished(() => simulator.close());
  return simulator;
}

/** An empty folder that is deleted when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-contract-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function baseUrlOf({ baseUrl }: Pick<Simulator, 'baseUrl'>): BaseUrl {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.url;
}

/** How a client of a test reaches the simulator; by default as on a machine: Node's fetch, the system's clock. */
export interface Reach {
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly bounds?: Partial<HttpBounds>;
  readonly log?: Log;
}

/** What the core needs of the network, with the patience of the app. */
export function network({
  fetch = globalThis.fetch,
  clock = systemClock,
  bounds = {},
  log = silentLog,
}: Reach) {
  return { fetch, clock, bounds, log, patienceMs: 60_000 };
}

/** The real client, signed in with an API key: by default with the one that may do everything. */
export function keyClient(
  simulator: Simulator,
  reach: Reach = {},
  key = simulator.credentials[0].apiKeys.read_write,
): AccountClient {
  const session = () => createKeySession(new Secret(key));
  return createAccountClient(baseUrlOf(simulator), network(reach), session);
}

/** An account under the real monitor's watch. */
export interface Watch {
  readonly monitor: Monitor;
  /** What happened to its VMs so far. */
  readonly events: readonly VmEvent[];
  state(): AccountState;
  status(): AccountStatus;
  /** Of its VMs and of its spend. */
  problems(): readonly [ProblemKind | null, ProblemKind | null];
  /** When VMs and spend were last heard of, ms since the epoch. */
  heard(): readonly [number | null, number | null];
}

const WATCHED = 'watched';

/** Watches from now on until the test is over. Without chance, so that every run takes the same times. */
export function watch(client: AccountClient, clock: Clock): Watch {
  const monitor = createMonitor({ clock, log: silentLog, random: () => 0.5 });
  onTestFinished(() => monitor.stop());
  const events: VmEvent[] = [];
  monitor.onPoll((report) => events.push(...report.events));
  monitor.add(WATCHED, client);
  const state = () => monitor.states().get(WATCHED) ?? UNKNOWN_STATE;
  return {
    monitor,
    events,
    state,
    status: () => accountStatus(state()),
    problems: () => [state().vms.problem?.kind ?? null, state().spend.problem?.kind ?? null],
    heard() {
      const { vmsAt, spendAt } = monitor.freshness(WATCHED);
      return [vmsAt, spendAt];
    },
  };
}

/** The ids of an account's VMs as the service has them, newest first. */
export function vmIds({ control }: Simulator, email?: string): string[] {
  return control.vms(email).map((vm) => vm.id);
}

/** How often the simulator was asked that, such as `POST /auth/refresh`. */
export function requestsTo({ control }: Simulator, endpoint: string): number {
  return control.state().requests.counts[endpoint] ?? 0;
}
