import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { z } from 'zod';
import type { Application } from '../../src/core/app/index.ts';
import type { Log, LogFields } from '../../src/core/log.ts';
import { UserError } from '../../src/core/user-error.ts';
import { accountStatus } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { type Found, filesOf, leaks } from '../../tests/contract/leaks.ts';
import { createGrowthJudge } from '../world/resources.ts';
import { startWorld, type World } from '../world/world.ts';
import { createChance, seededRandom } from './chance.ts';
import { createComputer } from './computer.ts';
import { createJudge, truthOf, USERS, type User } from './judge.ts';
import { createServicePlan, FAULT_KINDS } from './plan.ts';
import { type Judged, stamp } from './report.ts';
import { SERVICES } from './services.ts';

const TICK = 10 * SECOND_MS;
/** With faults between two rests. */
const TROUBLE_MS = 18 * MINUTE_MS;
/** Until the app has read all accounts again after the last fault, which may have said when to try again. */
const MAX_UNREST_MS = 75 * MINUTE_MS;
/** Until an event is notified: the summary after a sleep waits a minute for all accounts, and then for others of its kind. */
const NOTIFIED_MS = 100 * SECOND_MS;
/** About three times the mean; with a poll of each account every 5 s it would be 3,000. */
const MAX_REQUESTS_PER_HOUR = 1_000;
/** $/h; about the cost of the VMs. */
const RATE_LIMIT = 4;
const PREFERENCES = {
  hourlyRate: { isOn: true, limit: RATE_LIMIT },
  // Rules without a judge.
  runningLong: { isOn: false, limit: 24 },
  noData: { isOn: false, limit: 10 },
  stuck: { isOn: false, limit: null },
  balanceEnds: { isOn: false, limit: 24 },
  stoppedBilled: { isOn: false, limit: null },
  notifyReady: false,
};
/** Earlier access tokens are void. */
const RECENT_SECRETS = 16;

const tokens = z.object({ refresh_token: z.string() });

/** Collects errors of this process and texts of the app, which are searched for secrets. */
function createDefects(now: () => number) {
  const found: string[] = [];
  /** By source. */
  const texts = new Map<string, string>();
  const secrets = new Set<string>();
  let searched = 0;
  const note = (defect: string) => void found.push(`${stamp(now())} ${defect}`);
  const noteRejection = (reason: unknown) => note(`unhandled rejection: ${inspect(reason)}`);
  process.on('unhandledRejection', noteRejection);
  const add = (where: string, text: string) =>
    void texts.set(where, `${texts.get(where) ?? ''}${text}\n`);
  const write = (event: string, fields: LogFields = {}) =>
    add('log', `${event} ${JSON.stringify(fields)}`);
  const log: Log = {
    ...{ debug: write, info: write, warn: write },
    error(event, fields) {
      write(event, fields);
      note(`${event} ${JSON.stringify(fields)}`);
    },
  };
  return {
    ...{ found, note, log, secrets, add },
    /** @param password of the user, void at no time */
    search(more: readonly Found[], password: readonly string[]): void {
      const all = [...[...texts].map(([where, text]) => ({ where, text })), ...more];
      texts.clear();
      searched += all.length;
      found.push(...leaks(all, [...password, ...[...secrets].slice(-RECENT_SECRETS)]));
    },
    searched: () => searched,
    stop: () => process.off('unhandledRejection', noteRejection),
  };
}

type Defects = ReturnType<typeof createDefects>;

/** The application with its user, computer and judge. */
async function startApplication(
  provider: ProviderId,
  world: World,
  seed: number,
  defects: Defects,
) {
  const { time, credentials, control, baseUrl } = world;
  const service = SERVICES[provider];
  const [keyUser, loginUser = keyUser] = credentials;
  const emails = new Map<User, string>([
    ['key', keyUser.email],
    ['login', loginUser.email],
  ]);
  const chance = createChance(seededRandom(seed, 1));
  const judge = createJudge(RATE_LIMIT);
  const ids = new Map<User, string>();
  const signingIn = new Set<User>();
  /** Good polls since the last change. */
  const reads = new Map<string, number>();
  let requests = 0;

  const truths = () =>
    new Map([...emails].map(([user, email]) => [user, truthOf(service, control, email)] as const));
  function observe(): void {
    for (const [user, truth] of truths()) if (judge.observe(user, truth, time.now())) reads.clear();
  }

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    requests += 1;
    const bearer = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length);
    if (bearer !== undefined) defects.secrets.add(bearer);
    const body = typeof init?.body === 'string' ? tokens.safeParse(JSON.parse(init.body)) : null;
    if (body?.success) defects.secrets.add(body.data.refresh_token);
    if (!computer.now().isOnline)
      throw new TypeError('fetch failed', { cause: { code: 'ENOTFOUND' } });
    const response = await time.fetch(input, init);
    observe();
    return response;
  }

  const start = world.starter({
    fetch,
    log: defects.log,
    // A stream of its own: nothing else depends on how often the app draws from it.
    random: seededRandom(seed, 2),
    onNotified({ title, body, events = [] }) {
      defects.add('notifications', `${title}\n${body}`);
      observe();
      for (const event of events) judge.notified(event, time.now());
    },
    onPush: (patch) => defects.add('pushes', JSON.stringify(patch)),
  });
  const snapshotOf = (user: User) => application.state().snapshots[ids.get(user) ?? ''];
  const problemsOf = ({ vms, spend }: AccountSnapshot) =>
    [vms.problem, spend.problem].flatMap((problem) => problem?.kind ?? []);
  const isUnconfirmed = (snapshot: AccountSnapshot) =>
    snapshot.vms.value?.vms.some(({ phase }) => phase === 'unconfirmed') === true;

  async function startJudged(): Promise<Application> {
    const started = await start();
    started.onPoll(({ accountId }) => {
      const snapshot = started.state().snapshots[accountId];
      const isGood =
        snapshot !== undefined && problemsOf(snapshot).length === 0 && !isUnconfirmed(snapshot);
      reads.set(accountId, isGood ? (reads.get(accountId) ?? 0) + 1 : 0);
    });
    return started;
  }
  let application = await startJudged();
  const computer = createComputer(chance, () => application);

  /** Requests may fail, but only in foreseen ways. */
  async function attempt(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      if (!(error instanceof UserError) && name !== 'ServiceError') defects.note(inspect(error));
    }
  }

  async function signIn(user: User): Promise<void> {
    if (signingIn.has(user)) return;
    signingIn.add(user);
    const { signInWithKey, signInWithPassword } = application.requests;
    const { email, password, apiKeys } = user === 'key' ? keyUser : loginUser;
    const account = { baseUrl, accountId: ids.get(user) ?? null };
    const hasLogin = user === 'login' && PROVIDERS[provider].signIn.includes('login');
    const answer = hasLogin
      ? signInWithPassword({ ...account, email, password })
      : signInWithKey({ ...account, provider, key: apiKeys.read_write });
    await attempt(answer.then(({ accountId }) => ids.set(user, accountId)));
    judge.forgotten(user);
    signingIn.delete(user);
  }

  return {
    ...{ computer, judge, truths, observe, ids },
    passwords: [loginUser.password],
    requests: () => requests,
    application: () => application,
    attempt: (work: Promise<unknown>) => void attempt(work),
    signIn: () => USERS.forEach((user) => void signIn(user)),
    /** The user signs in again when the app asks for it, and refreshes now and then. */
    act(): void {
      for (const user of USERS) {
        const snapshot = snapshotOf(user);
        if (signingIn.has(user) || snapshot === undefined) continue;
        if (accountStatus(snapshot) === 'signedOut') void signIn(user);
        else if (problemsOf(snapshot).includes('forbidden') || chance.random() < 0.05)
          void attempt(application.requests.refresh({ accountId: ids.get(user) ?? null }));
      }
    },
    /** Faults have ended. */
    rest(): void {
      computer.rest();
      reads.clear();
    },
    /** Null: each account was read twice since then and since the last change. */
    unrest(): string | null {
      const unread = USERS.find((user) => (reads.get(ids.get(user) ?? '') ?? 0) < 2);
      const snapshot = unread && snapshotOf(unread);
      if (unread === undefined) return null;
      return `${unread} was not read: ${snapshot && JSON.stringify([problemsOf(snapshot), isUnconfirmed(snapshot)])}`;
    },
    planService: (onHit: (kind: string) => void) =>
      createServicePlan(service, control, chance, emails, (kind) => {
        // A list with VMs that nobody has is a rate that nobody pays.
        if (kind === 'new-vms' && !service.hasSpend) judge.misled();
        onHit(kind);
      }),
    async restart(): Promise<void> {
      computer.rest();
      await application.stop();
      USERS.forEach(judge.forgotten);
      application = await startJudged();
    },
  };
}

/**
 * Runs the application in simulated time with a service full of faults, and judges it at rest after each of them.
 * @param hours simulated
 */
export async function runSoak(provider: ProviderId, hours: number, seed: number): Promise<Judged> {
  const growth = createGrowthJudge();
  const world = await startWorld(
    { provider, seed, vms: 0, refreshReuse: 'grace', loginPerMinute: 60 },
    { random: seededRandom(seed, 3) },
  );
  const { time, control } = world;
  const { now } = time;
  const defects = createDefects(now);
  try {
    const started = await startApplication(provider, world, seed, defects);
    const { application, judge, computer, observe, unrest, passwords } = started;
    const startedAt = now();
    const endsAt = startedAt + hours * HOUR_MS;
    const kinds = new Set<string>();
    let actAt = 0;
    const plan = started.planService((kind) => kinds.add(kind));

    async function tick(): Promise<void> {
      observe();
      if (computer.now().isAsleep) return time.sleep(TICK);
      if (now() >= actAt) {
        started.act();
        actAt = now() + MINUTE_MS;
      }
      await time.pass(TICK);
    }

    async function rest(): Promise<void> {
      plan.rest();
      started.rest();
      const until = now() + MAX_UNREST_MS;
      for (let quietMs = 0; quietMs < NOTIFIED_MS; ) {
        await tick();
        observe();
        quietMs = unrest() === null ? quietMs + TICK : 0;
        if (now() > until) return judge.restless(unrest() ?? 'it changes on and on', now());
      }
      judge.rested(application().state(), started.ids, started.truths(), now());
    }

    started.attempt(application().requests.changePreferences(PREFERENCES));
    await time.pass(SECOND_MS);
    started.signIn();
    await rest();
    growth.started(time.timers());
    // Early, so that what leaks afterwards adds up.
    let restartsAt = startedAt + (hours * HOUR_MS) / 8;
    for (let round = 0; now() < endsAt; round += 1) {
      for (const until = now() + TROUBLE_MS; now() < until; ) {
        // In each second round nothing happens at the service: whatever the app notifies of is false.
        plan.tick(now(), round % 2 === 0);
        computer.tick(now());
        await tick();
        if (now() < restartsAt) continue;
        await started.restart();
        restartsAt = Number.POSITIVE_INFINITY;
      }
      await rest();
      console.log(`${stamp(now())} ${started.requests()} requests`);
      defects.search([], passwords);
      control.clearLog();
      growth.sample((now() - startedAt) / HOUR_MS);
    }

    growth.ended(time.timers());
    const ran = (now() - startedAt) / HOUR_MS;
    defects.add('state', JSON.stringify(application().state()));
    defects.search(await filesOf(world.folder), passwords);
    await application().stop();
    // Some timers end by themselves.
    await time.pass(HOUR_MS);
    const timersLeft = time.timers();
    await world.close();
    // Connections close.
    await wait(100);
    const { events, facts, ...counts } = judge.result();
    const { left, slope, mostSlope, moreTimers } = growth.result(ran);
    const least = Math.floor(2 * hours);
    return {
      findings: [...events, ...facts, ...defects.found, ...left],
      rows: [
        { name: 'Kinds of faults', found: kinds.size, least: Math.min(FAULT_KINDS.length, least) },
        { name: 'Requests', found: started.requests(), most: MAX_REQUESTS_PER_HOUR * ran },
        { name: 'Events', found: counts.notified, least },
        { name: 'Events missed, repeated or false', found: events.length, most: 0 },
        { name: 'Rests', found: counts.rests, least },
        { name: 'Wrong facts shown at rest', found: facts.length, most: 0 },
        { name: 'Texts searched for secrets', found: defects.searched(), least: 4 },
        { name: 'Defects, and secrets in texts', found: defects.found.length, most: 0 },
        { name: 'Memory slope, MB/h', found: slope, most: mostSlope },
        { name: 'More timers at the end', found: moreTimers, most: 20 },
        { name: 'Timers and handles left', found: timersLeft + left.length, most: 0 },
      ],
    };
  } finally {
    defects.stop();
    await world.close();
  }
}
