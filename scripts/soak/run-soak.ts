import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSimulator } from '../../simulator/index.ts';
import { fraction } from '../../simulator/world/seeded.ts';
import type { Log, LogFields } from '../../src/core/log.ts';
import { accountStatus } from '../../src/shared/domain/index.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { filesOf } from '../../tests/contract/leaks.ts';
import { createSharedTime } from '../../tests/contract/shared-time.ts';
import { applicationStarter } from './application.ts';
import { createComputerPlan } from './computer.ts';
import { createJudge } from './judge.ts';
import { createLeakSearch } from './leak-search.ts';
import { createChance, createServicePlan, FAULT_KINDS } from './plan.ts';
import { countRow, findingsRow, leastRow, type Row, stamp } from './report.ts';
import {
  createMemoryMeter,
  createStallWatch,
  type MemorySample,
  memorySlope,
  moreHandles,
  openHandles,
} from './resources.ts';
import { createWire, USERS, type User } from './wire.ts';

const TICK = 10 * SECOND_MS;
/** Without faults, at the start and at the end. */
const CALM = 5 * MINUTE_MS;
/** $/h; about what the VMs cost. */
const RATE_LIMIT = 4;
/** Rules that the judges know nothing of. */
const UNJUDGED = {
  runningLong: { isOn: false, limit: 24 },
  noData: { isOn: false, limit: 10 },
  stoppedBilled: { isOn: false, limit: null },
};
const SAMPLES = 24;
/** Earlier access tokens are void. */
const RECENT_SECRETS = 16;

// What the table allows.
const MAX_SLOPE = 0.1;
/** MB that code and caches still take once after the first half. */
const MAX_ONCE = 6;
/** It is 55 ms on a quiet machine; processor time, too, grows where other programs share a core's caches. */
const MAX_STALL_MS = 200;
/** Of VMs and requests that were not there at the start. */
const MAX_MORE_TIMERS = 20;

export interface SoakOptions {
  /** Simulated. */
  readonly hours: number;
  /** Simulated seconds per second; null: as fast as this computer can. */
  readonly speed: number | null;
  readonly seed: number;
}

export interface SoakResult {
  readonly rows: readonly Row[];
  /** What failed, with its simulated time. */
  readonly findings: readonly string[];
}

/** Uniform in [0, 1), the same for the same seed and stream. */
export function seededRandom(seed: number, stream: number): () => number {
  let count = 0;
  return () => {
    count += 1;
    return fraction(seed, stream, count);
  };
}

/** Runs the application in simulated time with a service full of faults, and judges what it did. */
export async function runSoak(
  { hours, speed, seed }: SoakOptions,
  print: (line: string) => void,
): Promise<SoakResult> {
  const measureMemory = createMemoryMeter();
  const handlesBefore = openHandles();
  const stalls = createStallWatch();
  const time = createSharedTime({ random: seededRandom(seed, 3), onTurn: stalls.turn });
  const { now } = time;
  const chance = createChance(seededRandom(seed, 1));
  const options = { seed, vms: 0, refreshReuse: 'grace', loginPerMinute: 60 } as const;
  const simulator = await startSimulator(options, time.simulatorClock);
  time.observe(simulator);
  const { control, credentials, baseUrl } = simulator;
  const [keyUser, loginUser = keyUser] = credentials;
  const emails = { key: keyUser.email, login: loginUser.email };
  const key = keyUser.apiKeys.read_write;
  const { password } = loginUser;
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-soak-'));

  const defects: string[] = [];
  const note = (defect: string) => void defects.push(`${stamp(now())} ${defect}`);
  const noteRejection = (reason: unknown) =>
    note(reason instanceof Error ? `unhandled rejection: ${reason.stack}` : 'unhandled rejection');
  process.on('unhandledRejection', noteRejection);

  const judge = createJudge({ now, simulator, emails, rateLimit: RATE_LIMIT });
  const wire = createWire({
    ...{ time, apiKey: key, onSent: judge.sent },
    onReceived(sent, received) {
      judge.received(sent, received);
      judge.setIntervals(computer.now());
    },
  });
  const search = createLeakSearch(() => [
    ...[key, password],
    ...[...wire.secrets].slice(-RECENT_SECRETS),
  ]);

  const write = (event: string, fields: LogFields = {}) =>
    search.add('log', `${event} ${JSON.stringify(fields)}`);
  const log: Log = {
    ...{ debug: write, info: write, warn: write },
    error(event, fields) {
      write(event, fields);
      note(`${event} ${JSON.stringify(fields)}`);
    },
  };

  const start = applicationStarter({
    ...{ fetch: wire.fetch, clock: time.clock, log, folder },
    // Its own, so that what happens does not depend on how often the app asks.
    random: seededRandom(seed, 2),
    onNotified(notification) {
      search.add('notifications', `${notification.title}\n${notification.body}`);
      judge.notified(notification);
    },
    onPush: (patch) => search.add('pushes', JSON.stringify(patch)),
  });
  let application = await start();
  const computer = createComputerPlan(
    chance,
    () => application,
    (before, after) => {
      wire.setOnline(after.isOnline);
      judge.computerChanged(before, after);
    },
  );

  const accountIds = new Map<User, string>();
  const idOf = (user: User) => accountIds.get(user) ?? null;

  async function signIn(user: User): Promise<void> {
    const { signInWithKey, signInWithPassword } = application.requests;
    const account = { baseUrl, accountId: idOf(user) };
    const { accountId } =
      user === 'key'
        ? await signInWithKey({ ...account, key })
        : await signInWithPassword({ ...account, email: emails.login, password });
    accountIds.set(user, accountId);
  }

  /** What the user does may fail, but only in foreseen ways. */
  function attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      if (name !== 'RefusalError' && name !== 'ServiceError') note(`${name}: ${error}`);
    });
  }

  /** The user signs in again when the app asks for it, and refreshes now and then. */
  function act(user: User): void {
    const snapshot = application.state().snapshots[idOf(user) ?? ''];
    const account = judge.accounts[user];
    if (account.isSigningIn() || snapshot === undefined) return;
    const problems = [snapshot.vms.problem?.kind, snapshot.spend.problem?.kind];
    if (accountStatus(snapshot) === 'signedOut') attempt(judge.signIn(user, () => signIn(user)));
    else if (problems.includes('forbidden') || chance.random() < 0.05) {
      account.disturb();
      attempt(application.requests.refresh({ accountId: idOf(user) }));
    }
  }

  async function pass(ms: number): Promise<void> {
    stalls.skip();
    await time.pass(ms);
  }

  async function restart(): Promise<void> {
    await application.stop();
    judge.restarted();
    application = await start();
  }

  const startedAt = now();
  const endsAt = startedAt + hours * HOUR_MS;
  const elapsed = () => now() - startedAt;
  const kinds = new Set<string>();
  const memory: MemorySample[] = [];

  /** Runs something every `ms`; to be called in each tick. */
  function every(ms: number, run: () => void): () => void {
    let at = now() + ms;
    return () => {
      if (now() < at) return;
      at += ms;
      run();
    };
  }

  async function tick(plan: { tick(now: number): void }): Promise<void> {
    if (endsAt - now() > CALM) {
      plan.tick(now());
      computer.tick(now());
    } else {
      control.clearFaults();
      computer.rest();
    }
    judge.happened();
    judge.setIntervals(computer.now());
    if (computer.now().isAsleep) return time.sleep(TICK);
    await pass(TICK);
    judge.checkFacts(application.state(), idOf);
  }

  try {
    const { requests } = application;
    attempt(
      requests.changePreferences({
        hourlyRate: { isOn: true, limit: RATE_LIMIT },
        ...UNJUDGED,
        notifyReady: false,
      }),
    );
    await pass(SECOND_MS);
    const plan = createServicePlan(simulator, chance, Object.values(emails), (kind) =>
      kinds.add(kind),
    );
    for (const user of USERS) attempt(judge.signIn(user, () => signIn(user)));
    await pass(CALM);
    const timersAtStart = time.timers();

    const periodic = [
      every(MINUTE_MS, () => {
        if (!computer.now().isAsleep) for (const user of USERS) act(user);
      }),
      every((hours * HOUR_MS) / SAMPLES, () => {
        search.search();
        control.clearLog();
        memory.push({ hours: elapsed() / HOUR_MS, megabytes: measureMemory() });
      }),
      every(HOUR_MS, () => print(`${stamp(now())} ${judge.requests()} requests`)),
    ];
    let mustRestart = true;
    const startedReal = performance.now();
    while (now() < endsAt) {
      for (const run of periodic) run();
      await tick(plan);
      // Early, so that what leaks afterwards adds up.
      if (mustRestart && elapsed() > (hours * HOUR_MS) / 8) {
        computer.rest();
        await restart();
        mustRestart = false;
      }
      const aheadMs = speed === null ? 0 : elapsed() / speed - (performance.now() - startedReal);
      if (aheadMs > 0) await wait(aheadMs);
    }

    const timersAtEnd = time.timers();
    const state = { where: 'state', text: JSON.stringify(application.state()) };
    search.search([state, ...(await filesOf(folder))]);
    await application.stop();
    // Some timers end by themselves.
    await pass(HOUR_MS);
    const timersLeft = time.timers();
    await simulator.close();
    // Connections close.
    await wait(100);
    const handlesLeft = moreHandles(handlesBefore, openHandles());

    const judged = judge.result(hours);
    const secrets = search.result();
    const leastKinds = Math.min(FAULT_KINDS.length, Math.floor(4 * hours));
    return {
      findings: [...judged.findings, ...defects, ...secrets.found, ...handlesLeft],
      rows: [
        leastRow('Kinds of faults', kinds.size, leastKinds),
        ...judged.rows,
        countRow('Memory slope', memorySlope(memory), MAX_SLOPE + MAX_ONCE / hours, ' MB/h'),
        countRow(
          `Timers, ${timersAtStart} at the start`,
          timersAtEnd,
          timersAtStart + MAX_MORE_TIMERS,
        ),
        countRow('Timers and handles after the end', timersLeft + handlesLeft.length, 0),
        countRow('Longest event loop stall', Math.round(stalls.longest()), MAX_STALL_MS, ' ms'),
        findingsRow('Secrets in logs, pushes, state, files', secrets.found, secrets.checks, 4),
        findingsRow('Defects', defects, judge.requests(), 1),
      ],
    };
  } finally {
    process.off('unhandledRejection', noteRejection);
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
