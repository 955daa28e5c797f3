import { setTimeout as wait } from 'node:timers/promises';
import type { Application } from '../../src/core/app/index.ts';
import type { Log, LogFields } from '../../src/core/log.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { filesOf } from '../../tests/contract/leaks.ts';
import { startWorld, type World } from '../world/world.ts';
import { createChance, seededRandom } from './chance.ts';
import { createComputerPlan } from './computer.ts';
import { createJudge } from './judge.ts';
import { createLeakSearch } from './leak-search.ts';
import { createServicePlan, FAULT_KINDS } from './plan.ts';
import { findingsRow, type Judged, leastRow, stamp } from './report.ts';
import { createResourceJudge } from './resource-judge.ts';
import { SERVICES } from './services.ts';
import { truthOf } from './truth.ts';
import { createUser } from './user.ts';
import { createWire, USERS } from './wire.ts';

const TICK = 10 * SECOND_MS;
/** Without faults, at the start and at the end. */
const CALM = 5 * MINUTE_MS;
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
/** A sample collects all garbage, and searches all that was written: most of a short run's time. */
const samplesOf = (hours: number) => Math.min(24, Math.max(8, hours));
/** Earlier access tokens are void. */
const RECENT_SECRETS = 16;

/** Errors of the app and of this process. */
function collectDefects(now: () => number) {
  const found: string[] = [];
  const note = (defect: string) => void found.push(`${stamp(now())} ${defect}`);
  const noteRejection = (reason: unknown) =>
    note(`unhandled rejection: ${reason instanceof Error ? reason.stack : typeof reason}`);
  process.on('unhandledRejection', noteRejection);
  return { found, note, stop: () => process.off('unhandledRejection', noteRejection) };
}

/** The real application with its judge, the user and the computer. */
async function startApplication(
  provider: ProviderId,
  world: World,
  seed: number,
  note: (defect: string) => void,
) {
  const { time, credentials, control } = world;
  const service = SERVICES[provider];
  const [keyUser, loginUser = keyUser] = credentials;
  const emails = { key: keyUser.email, login: loginUser.email };
  const apiKey = keyUser.apiKeys.read_write;
  const chance = createChance(seededRandom(seed, 1));
  const judge = createJudge({
    service,
    now: time.now,
    truthOf: (user) => truthOf(service, control, emails[user]),
    rateLimit: RATE_LIMIT,
  });
  const wire = createWire({ time, apiKey, onSent: judge.sent, onReceived: judge.received });
  const secrets = () => [apiKey, loginUser.password, ...[...wire.secrets].slice(-RECENT_SECRETS)];
  const search = createLeakSearch(secrets);
  const write = (event: string, fields: LogFields = {}) =>
    search.add('log', `${event} ${JSON.stringify(fields)}`);
  const log: Log = {
    debug: write,
    info: write,
    warn: write,
    error(event, fields) {
      write(event, fields);
      note(`${event} ${JSON.stringify(fields)}`);
    },
  };
  const start = world.starter({
    fetch: wire.fetch,
    log,
    // A stream of its own: nothing else depends on how often the app draws from it.
    random: seededRandom(seed, 2),
    onNotified(notification) {
      search.add('notifications', `${notification.title}\n${notification.body}`);
      judge.notified(notification);
    },
    onPush: (patch) => search.add('pushes', JSON.stringify(patch)),
  });
  async function startJudged(): Promise<Application> {
    const started = await start();
    started.onPoll(({ accountId }) => {
      for (const each of USERS) if (user.idOf(each) === accountId) judge.accounts[each].polled();
    });
    return started;
  }
  let application = await startJudged();
  const current = () => application;
  const user = createUser({ provider, world, application: current, judge, chance, onDefect: note });
  const computer = createComputerPlan(chance, current, (before, after) => {
    wire.setOnline(after.isOnline);
    judge.computerChanged(before, after);
  });
  return {
    application: current,
    judge,
    computer,
    search,
    user,
    planService: (onHit: (kind: string) => void) =>
      createServicePlan(service, control, chance, Object.values(emails), onHit),
    async restart(): Promise<void> {
      computer.rest();
      await application.stop();
      judge.restarted();
      application = await startJudged();
    },
  };
}

/** Runs something every `ms`; to be called in each tick. */
function every(now: () => number, ms: number, run: () => void): () => void {
  let at = now() + ms;
  return () => {
    if (now() < at) return;
    at += ms;
    run();
  };
}

/** Runs the application in simulated time with a service full of faults, and judges its behavior. @param hours simulated */
export async function runSoak(
  provider: ProviderId,
  hours: number,
  seed: number,
  print: (line: string) => void,
): Promise<Judged> {
  const resources = createResourceJudge();
  const world = await startWorld(
    { provider, seed, vms: 0, refreshReuse: 'grace', loginPerMinute: 60 },
    { random: seededRandom(seed, 3), onTurn: resources.turn },
  );
  const { time, control } = world;
  const { now } = time;
  const defects = collectDefects(now);
  async function pass(ms: number): Promise<void> {
    resources.skip();
    await time.pass(ms);
  }

  try {
    const started = await startApplication(provider, world, seed, defects.note);
    const { application, judge, computer, search, user } = started;
    const startedAt = now();
    const endsAt = startedAt + hours * HOUR_MS;
    const kinds = new Set<string>();
    user.attempt(application().requests.changePreferences(PREFERENCES));
    await pass(SECOND_MS);
    const plan = started.planService((kind) => kinds.add(kind));
    user.signIn();
    await pass(CALM);
    resources.started(time);

    async function tick(): Promise<void> {
      if (endsAt - now() > CALM) {
        plan.tick(now());
        computer.tick(now());
      } else {
        control.clearFaults();
        computer.rest();
      }
      judge.happened();
      if (computer.now().isAsleep) return time.sleep(TICK);
      await pass(TICK);
      judge.checkFacts(application().state(), user.idOf);
    }

    const periodic = [
      every(now, MINUTE_MS, () => {
        if (!computer.now().isAsleep) user.act();
      }),
      every(now, (hours * HOUR_MS) / samplesOf(hours), () => {
        search.search();
        control.clearLog();
        resources.sample((now() - startedAt) / HOUR_MS);
      }),
      every(now, HOUR_MS, () => print(`${stamp(now())} ${judge.requests()} requests`)),
    ];
    // Early, so that what leaks afterwards adds up.
    const restartsAt = startedAt + (hours * HOUR_MS) / 8;
    let hasRestarted = false;
    while (now() < endsAt) {
      for (const run of periodic) run();
      await tick();
      if (hasRestarted || now() <= restartsAt) continue;
      await started.restart();
      hasRestarted = true;
    }

    resources.ended(time);
    const state = { where: 'state', text: JSON.stringify(application().state()) };
    search.search([state, ...(await filesOf(world.folder))]);
    await application().stop();
    // Some timers end by themselves.
    await pass(HOUR_MS);
    const timersLeft = time.timers();
    await world.close();
    // Connections close.
    await wait(100);
    const judged = [judge.result(hours), resources.result(hours, timersLeft)];
    const secrets = search.result();
    const leastKinds = Math.min(FAULT_KINDS.length, Math.floor(4 * hours));
    return {
      findings: [...judged.flatMap(({ findings }) => findings), ...defects.found, ...secrets.found],
      rows: [
        leastRow('Kinds of faults', kinds.size, leastKinds),
        ...judged.flatMap(({ rows }) => rows),
        findingsRow('Secrets in logs, pushes, state, files', secrets.found, secrets.checks, 4),
        findingsRow('Defects', defects.found, judge.requests(), 1),
      ],
    };
  } finally {
    defects.stop();
    await world.close();
  }
}
