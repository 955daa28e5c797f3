import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Application } from '../../src/core/app/index.ts';
import { silentLog } from '../../src/core/log.ts';
import { UserError } from '../../src/core/user-error.ts';
import { accountStatus } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { createGrowthJudge } from '../world/resources.ts';
import { startWorld, type World } from '../world/world.ts';
import { createChance } from './chance.ts';
import { createJudge } from './judge.ts';
import { createPlan, listedPhases } from './plan.ts';
import { type Judged, none, stamp } from './report.ts';

const TICK_MS = 10 * SECOND_MS;
/** Until the app has read the account again after the last fault, which may have said when to try again. */
const MAX_UNREST_MS = 75 * MINUTE_MS;
/** Until an event is notified: VMs start and stop within 30 s, the summary after a sleep waits a minute, and then for others of its kind. */
const NOTIFIED_MS = 4 * MINUTE_MS;
/** $/h; about the cost of the VMs. */
const RATE_LIMIT = 3;
const PREFERENCES = { hourlyRate: { isOn: true, limit: RATE_LIMIT }, notifyReady: false };

const SECOND_ACCOUNT_PER_HOUR = 0.7;

type Note = (defect: unknown) => void;

/** What begins on the computer, and what ends it. */
const HAPPENINGS = [
  [['panelOpened'], ['panelClosed']],
  [['screenLocked'], ['screenUnlocked']],
  [['suspended'], ['resumed']],
  [['offline'], []],
  [['offline', 'suspended'], ['resumed']],
] as const;

const snapshotsIn = ({ state }: Application) =>
  state().accounts.flatMap(({ id }) => state().snapshots[id] ?? []);

/** As an application shows the accounts that starts now. */
async function firstSnapshots({ time, starter, folder, ...world }: World, provider: ProviderId) {
  const other = await starter({ folder: join(folder, 'other') })();
  for (const { apiKeys } of world.credentials) {
    const account = { baseUrl: world.baseUrl, provider, key: apiKeys.read_write, accountId: null };
    await time.passUntil(other.requests.signInWithKey(account));
  }
  const read = () => snapshotsIn(other);
  for (let tries = 0; tries < 10 && !read().every(({ spend }) => spend.value); tries += 1)
    await time.pass(MINUTE_MS);
  const first = read();
  await time.passUntil(other.stop());
  await rm(join(folder, 'other'), { recursive: true });
  return first;
}

/** The application with an account, its user, its computer and its judge. */
async function startUser(provider: ProviderId, world: World, seed: number, note: Note) {
  const { time, control, baseUrl } = world;
  const [{ email, password, apiKeys }, second] = world.credentials;
  const key = second?.apiKeys.read_write ?? '';
  const chance = createChance(seed, 1);
  const judge = createJudge(RATE_LIMIT);
  const nextHappening = chance.deck(HAPPENINGS);
  const computer = { isAsleep: false, isOnline: true };
  const startedAt = time.now();
  let accountId: string | null = null;
  let isSigningIn = false;
  /** Good polls since the last fault. */
  let reads = 0;
  const counts = { requests: 0 };

  const application = await world.starter({
    async fetch(input, init) {
      counts.requests += 1;
      if (!computer.isOnline) throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
      return time.fetch(input, init);
    },
    log: { ...silentLog, error: (event, fields) => note([event, fields]) },
    random: createChance(seed, 2).random,
    onNotified({ events = [] }) {
      for (const event of events) judge.notified(event, time.now());
    },
  })();

  const snapshot = () => application.state().snapshots[accountId ?? ''];
  const problems = () =>
    snapshotsIn(application).flatMap(({ vms, spend }) =>
      [vms.problem, spend.problem].flatMap((problem) => problem?.kind ?? []),
    );

  application.onPoll(() => {
    reads = problems().length === 0 ? reads + 1 : 0;
  });

  /** Requests may fail, but only in foreseen ways: other rejections are not handled. */
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: Error) => {
      if (!(error instanceof UserError) && error.name !== 'ServiceError') throw error;
    });

  /** With a password where the provider has that. */
  async function signIn(): Promise<void> {
    isSigningIn = true;
    const { signInWithKey, signInWithPassword } = application.requests;
    const answer = PROVIDERS[provider].signIn.includes('login')
      ? signInWithPassword({ baseUrl, accountId, email, password })
      : signInWithKey({ baseUrl, provider, key: apiKeys.read_write, accountId });
    await attempt(
      answer.then((signedIn) => {
        accountId = signedIn.accountId;
      }),
    );
    judge.round.isForgotten = true;
    isSigningIn = false;
  }

  /** The user signs in again when the app asks for it, and refreshes now and then. */
  function act(): void {
    const shown = snapshot();
    if (isSigningIn || shown === undefined) return;
    if (accountStatus(shown) === 'signedOut') void signIn();
    else if (problems().includes('forbidden') || chance.random() < 0.01)
      void attempt(application.requests.refresh({ accountId }));
  }

  function happen(event: (typeof HAPPENINGS)[number][number][number] | 'online'): void {
    if (event === 'suspended' || event === 'resumed') computer.isAsleep = event === 'suspended';
    if (event === 'offline' || event === 'online') {
      computer.isOnline = event === 'online';
      application.online(computer.isOnline);
    } else application[event]();
  }

  /** @param before called regularly */
  async function pass(ms: number, before = () => {}): Promise<void> {
    for (const until = time.now() + ms; time.now() < until; ) {
      before();
      if (!computer.isAsleep) act();
      await (computer.isAsleep ? time.sleep(TICK_MS) : time.pass(TICK_MS));
    }
  }

  void attempt(application.requests.changePreferences(PREFERENCES));
  await time.pass(SECOND_MS);
  void signIn();
  await time.pass(MINUTE_MS);
  void attempt(application.requests.signInWithKey({ baseUrl, provider, key, accountId: null }));

  return {
    ...{ judge, counts, application },
    /** For a time, with a happening in it. @param before called regularly */
    async live(ms: number, before: () => void): Promise<void> {
      const [begin, end] = nextHappening();
      await pass(ms * 0.4 * chance.random(), before);
      begin.forEach(happen);
      await pass(ms * 0.4 * chance.random(), before);
      end.forEach(happen);
      // The computer wakes up before its network does.
      await pass(20 * SECOND_MS, before);
      if (!computer.isOnline) happen('online');
      await pass(ms * 0.4, before);
    },
    /** After the faults: until the accounts were read twice, and all was notified. */
    async rest(): Promise<void> {
      reads = 0;
      const until = time.now() + MAX_UNREST_MS;
      for (let quietMs = 0; quietMs < NOTIFIED_MS; quietMs = reads < 4 ? 0 : quietMs + TICK_MS) {
        await pass(TICK_MS);
        if (time.now() < until) continue;
        judge.findings.facts.push(`${stamp(time.now())} not read: ${problems()}`);
        return;
      }
      const first = await firstSnapshots(world, provider);
      const phases = listedPhases(provider, world);
      const own = control.costs(startedAt).since;
      const all = own + (SECOND_ACCOUNT_PER_HOUR * (time.now() - startedAt)) / HOUR_MS;
      const truth = { phases, first, billed: provider === 'lambda' ? null : all };
      judge.rested(snapshotsIn(application), application.state().costs, truth, time.now());
    },
  };
}

/** With faults between two rests. */
const TROUBLE_MS = 18 * MINUTE_MS;

/**
 * Runs the application in simulated time with a service full of faults, and judges it at rest after each of them.
 * @param hours simulated
 */
export async function runDay(provider: ProviderId, hours: number, seed: number): Promise<Judged> {
  const growth = createGrowthJudge();
  const world = await startWorld(
    { provider, seed, vms: 0, refreshReuse: 'grace', loginPerMinute: 60 },
    { random: createChance(seed, 3).random },
  );
  const { time, control } = world;
  const startedAt = time.now();
  const hoursRun = () => (time.now() - startedAt) / HOUR_MS;
  const defects: string[] = [];
  const note: Note = (defect) => void defects.push(`${stamp(time.now())} ${inspect(defect)}`);
  process.on('unhandledRejection', note);
  try {
    const user = await startUser(provider, world, seed, note);
    const { counts, judge } = user;
    const { findings, round } = judge;
    const kinds = new Set<string>();
    const plan = createPlan(provider, world, createChance(seed, 4), (kind) => {
      // A list with VMs that nobody has may be a rate that nobody pays.
      if (kind === 'new-vms') round.isMisled = true;
      kinds.add(kind);
    });
    await user.rest();
    growth.sample(0, time.timers());
    for (let count = 0; hoursRun() < hours; count += 1) {
      // In each second round nothing happens at the service: whatever the app notifies of is false.
      const hasChanges = count % 2 === 0;
      if (hasChanges) plan.reshape();
      round.isQuiet = !hasChanges;
      await user.live(TROUBLE_MS, () => plan.tick(time.now(), hasChanges));
      plan.rest();
      await user.rest();
      console.log(`${stamp(time.now())} ${counts.requests} requests`);
      control.clearLog();
      growth.sample(hoursRun(), time.timers());
    }

    const ran = hoursRun();
    await user.application.stop();
    // Some timers end by themselves.
    await time.pass(HOUR_MS);
    const timersLeft = time.timers();
    await world.close();
    // Connections close.
    await wait(100);
    const { left, slope, mostSlope, moreTimers } = growth.result(ran);
    const least = Math.floor(2 * hours);
    return {
      findings: [...findings.events, ...findings.facts, ...defects, ...left],
      rows: [
        { name: 'Kinds of faults', found: kinds.size, least: Math.min(12, least) },
        // About three times the mean; with a poll every 5 s it would be 1,500 an hour.
        { name: 'Requests', found: counts.requests, most: 800 * ran },
        { name: 'Events', found: judge.counts.notified, least },
        none('Events missed or false', findings.events),
        { name: 'Rests', found: judge.counts.rests, least },
        none('Wrong facts shown at rest', findings.facts),
        none('Errors of the program', defects),
        { name: 'Memory slope, MB/h', found: slope, most: mostSlope },
        { name: 'More timers at the end', found: moreTimers, most: 20 },
        { name: 'Timers and handles left', found: timersLeft + left.length, most: 0 },
      ],
    };
  } finally {
    process.off('unhandledRejection', note);
    await world.close();
  }
}
