import type { Notification } from '../../src/core/app/index.ts';
import { MINUTE_MS } from '../../src/shared/format/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import type { Computer } from './computer.ts';
import { type Shown, wrongFacts, wrongStarts } from './facts.ts';
import { createAlertJudge, createChangeJudge } from './notifications.ts';
import { type AccountObserver, observeAccount } from './observe-account.ts';
import { countRow, findingsRow, type Judged, stamp } from './report.ts';
import type { SoakedService } from './services.ts';
import type { Start, Truth } from './truth.ts';
import { type Answer, type Sent, USERS, type User } from './wire.ts';

/** An alert may leave out older rates: longer than the longest interval. */
const MAX_RATE_AGE_MS = 3 * MINUTE_MS;
/** The app leaves out older ones. */
const OLDEST_RATE_MS = 5 * MINUTE_MS;
/** About three times the mean; with a poll of each account every 5 s it would be 3,000. */
const MAX_REQUESTS_PER_HOUR = 1_000;

function shownOf({ snapshots }: AppState, accountId: string | null): Shown {
  const snapshot = snapshots[accountId ?? ''];
  const vms = snapshot?.vms.value?.vms.filter(({ phase }) => phase !== 'unconfirmed');
  const running = (vms ?? []).filter(({ phase }) => phase === 'running');
  return {
    statuses: vms === undefined ? null : new Map(vms.map((vm) => [vm.label ?? vm.id, vm.phase])),
    rate: snapshot?.spend.value?.perHour ?? null,
    starts: new Map(
      running.flatMap(({ id, label, startedAt }) =>
        startedAt === null ? [] : [[label ?? id, Date.parse(startedAt)] as const],
      ),
    ),
  };
}

interface JudgePorts {
  readonly service: SoakedService;
  readonly now: () => number;
  readonly truthOf: (user: User) => Truth;
  /** $/h */
  readonly rateLimit: number;
}

/** Judges the app by its requests, notifications and state, and by the statuses at the service. */
export function createJudge({ service, now, truthOf, rateLimit }: JudgePorts) {
  const changes = createChangeJudge();
  const alerts = createAlertJudge(rateLimit);
  const rates = new Map<User, { readonly at: number; readonly rate: number | null }>();
  const wrong: string[] = [];
  const starts = new Map<string, Start[]>();
  let current: ReadonlySet<string> = new Set();
  let checks = 0;
  let requests = 0;

  function happened(): void {
    const truths = USERS.map(truthOf);
    changes.happened(now(), new Map(truths.flatMap(({ statuses }) => [...statuses])));
    for (const [name, start] of truths.flatMap((truth) => [...truth.starts])) {
      const known = starts.get(name) ?? [];
      if (known.at(-1)?.at !== start.at) starts.set(name, [...known, start]);
    }
  }

  function rateReceived(user: User, rate: number | null): void {
    rates.set(user, { at: now(), rate });
    /** $/h of all accounts; null: the rate of one is older. */
    const sumOf = (maxAgeMs: number) => {
      const known = [...rates.values()].flatMap((last) =>
        now() - last.at <= maxAgeMs && last.rate !== null ? [last.rate] : [],
      );
      return known.length < USERS.length ? null : known.reduce((all, each) => all + each, 0);
    };
    alerts.received(now(), sumOf(MAX_RATE_AGE_MS), sumOf(OLDEST_RATE_MS));
  }

  const observe = (user: User) =>
    observeAccount({
      service,
      now,
      truth() {
        happened();
        return truthOf(user);
      },
      onLists: (before, after) => changes.received(now(), before, after, user),
      onForgotten: changes.forgotten,
      onRate: (rate) => rateReceived(user, rate),
    });
  const accounts: Readonly<Record<User, AccountObserver>> = {
    key: observe('key'),
    login: observe('login'),
  };

  return {
    accounts,
    happened,
    requests: () => requests,
    sent(): void {
      requests += 1;
    },
    received: (sent: Sent, answer: Answer) => accounts[sent.user].received(sent, answer),
    notified({ events = [] }: Notification): void {
      for (const event of events)
        if (event.kind === 'vm') changes.notified(event.name, event.what ?? '', now());
        else if (event.kind === 'alertOpened') alerts.notified(event.at);
        else if (event.kind === 'alertClosed') alerts.notifiedEnd(event.at);
        else wrong.push(`${stamp(now())} unexpected: ${JSON.stringify(event)}`);
    },
    /** Call it before the app receives the change. */
    computerChanged(before: Computer, after: Computer): void {
      if (before.isAsleep && !after.isAsleep) changes.woke(now());
      if (before.isAsleep !== after.isAsleep)
        for (const account of Object.values(accounts)) account.drop();
    },
    restarted(): void {
      for (const account of Object.values(accounts)) account.restart();
    },
    /** Compares the state of the app with the answers. @param idOf null: not signed in */
    checkFacts(state: AppState, idOf: (user: User) => string | null): void {
      changes.collectMissed(now());
      if (USERS.some((user) => accounts[user].isSigningIn())) return;
      const found = USERS.flatMap((user) => {
        const shown = shownOf(state, idOf(user));
        const facts = wrongFacts(shown, accounts[user].known(), truthOf(user), now());
        return [...facts, ...wrongStarts(shown, starts)].map((fact) => `${user}: ${fact}`);
      });
      checks += 1;
      for (const fact of found) if (!current.has(fact)) wrong.push(`${stamp(now())} ${fact}`);
      current = new Set(found);
    },
    result(hours: number): Judged {
      const ofChanges = changes.result(now());
      const ofAlerts = alerts.result();
      const missed = [...ofChanges.missed, ...ofAlerts.missed];
      const extra = [...ofChanges.extra, ...ofAlerts.extra];
      const { expected } = ofChanges;
      const least = Math.floor(hours);
      return {
        findings: [...missed, ...extra, ...wrong],
        rows: [
          countRow('Requests', requests, MAX_REQUESTS_PER_HOUR * hours),
          findingsRow('Missed notifications', missed, expected, least),
          findingsRow('Duplicate or false notifications', extra, expected, least),
          findingsRow('Wrong facts shown', wrong, checks, least),
        ],
      };
    },
  };
}
