import type { Simulator } from '../../simulator/index.ts';
import type { Notification } from '../../src/core/app/index.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import { accountStatus } from '../../src/shared/domain/index.ts';
import { SECOND_MS } from '../../src/shared/format/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import type { Computer } from './computer.ts';
import { type Shown, wrongFacts, wrongTray } from './facts.ts';
import { createAlertJudge, createChangeJudge, readNotification } from './notifications.ts';
import { type AccountObserver, observeAccount } from './observe-account.ts';
import { countRow, findingsRow, type Row, stamp } from './report.ts';
import { truthOf } from './truth.ts';
import { type Received, type Sent, USERS, type User } from './wire.ts';

/** An alert may leave out rates that are older, ms: longer than the longest interval. */
const MAX_RATE_AGE_MS = 180 * SECOND_MS;
/** For the first poll after a wake, and one that has begun may take as long. */
const WAKING_MS = 65 * SECOND_MS;

/** The interval that an account is polled at, ms. */
export function intervalOf(computer: Computer, isWaking: boolean, isChanging: boolean): number {
  if (computer.isAsleep) return Number.POSITIVE_INFINITY;
  if (computer.isOnline && isWaking) return 5 * SECOND_MS;
  if (!computer.isOnline || computer.isLocked) return 120 * SECOND_MS;
  if (isChanging) return 5 * SECOND_MS;
  return (computer.isPanelOpen ? 10 : 30) * SECOND_MS;
}

/** What the app shows of an account. */
function shownOf({ snapshots }: AppState, accountId: string | null): Shown {
  const snapshot = snapshots[accountId ?? ''];
  const vms = snapshot?.vms.value?.vms ?? null;
  const named = vms?.map(({ id, label, status }) => [label ?? id, status] as const);
  return {
    statuses: named === undefined ? null : new Map(named),
    rate: snapshot?.spend.value?.perHour ?? null,
    freshness: snapshot?.freshness ?? 'starting',
    isSignedOut: snapshot !== undefined && accountStatus(snapshot) === 'signedOut',
  };
}

interface JudgePorts {
  readonly now: () => number;
  readonly simulator: Simulator;
  readonly emails: Readonly<Record<User, string>>;
  /** $/h */
  readonly rateLimit: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

/** Judges the app by its requests, notifications, state and tray, and by what happened at the service. */
export function createJudge({ now, simulator, emails, rateLimit }: JudgePorts) {
  const changes = createChangeJudge();
  const alerts = createAlertJudge(rateLimit);
  const rates = new Map<User, { readonly at: number; readonly rate: number | null }>();
  const wrong: string[] = [];
  let current: ReadonlySet<string> = new Set();
  let checks = 0;
  let requests = 0;
  let disturbances = 0;
  let wokeAt = Number.NEGATIVE_INFINITY;

  function happened(): void {
    const statuses = USERS.flatMap((user) => [...truthOf(simulator, emails[user]).statuses]);
    changes.happened(now(), new Map(statuses));
  }

  function rateReceived(user: User, rate: number | null): void {
    rates.set(user, { at: now(), rate });
    const known = USERS.flatMap((each) => {
      const last = rates.get(each);
      const isRecent = last !== undefined && now() - last.at <= MAX_RATE_AGE_MS;
      return isRecent && last.rate !== null ? [last.rate] : [];
    });
    alerts.received(now(), known.length < USERS.length ? null : sum(known));
  }

  function observe(user: User): AccountObserver {
    return observeAccount({
      now,
      truth() {
        happened();
        return truthOf(simulator, emails[user]);
      },
      onLists: (before, after) => changes.received(now(), before, after, user),
      onForgotten: changes.forgotten,
      onRate: (rate) => rateReceived(user, rate),
    });
  }
  const accounts = { key: observe('key'), login: observe('login') };
  const each = (act: (account: AccountObserver) => void) => {
    for (const user of USERS) act(accounts[user]);
  };

  function setIntervals(computer: Computer): void {
    const isWaking = now() - wokeAt < WAKING_MS;
    each((account) => account.setInterval(intervalOf(computer, isWaking, account.isChanging())));
  }

  return {
    ...{ accounts, happened, setIntervals },
    requests: () => requests,
    sent(sent: Sent): void {
      requests += 1;
      accounts[sent.user].sent(sent);
    },
    received(sent: Sent, received: Received): void {
      accounts[sent.user].received(sent, received);
    },
    notified({ title, body }: Notification): void {
      const contents = readNotification(title, body);
      if (contents === null) {
        changes.notUnderstood(`${title}: ${body}`, now());
        return;
      }
      changes.notified(contents, now());
      for (const alert of contents.alerts)
        if (alert === 'opened') alerts.notified(now());
        else alerts.notifiedEnd(now());
      if (contents.more > 0) alerts.mayBeNotified();
    },
    /** Call it before the app receives the change. */
    computerChanged(before: Computer, after: Computer): void {
      disturbances += 1;
      if (before.isAsleep && !after.isAsleep) {
        wokeAt = now();
        changes.woke(wokeAt);
      }
      const isUp = ({ isOnline, isAsleep }: Computer) => isOnline && !isAsleep;
      each((account) => {
        account.disturb();
        if (before.isAsleep !== after.isAsleep) account.drop();
        if (isUp(after) && !isUp(before)) account.up();
      });
      setIntervals(after);
    },
    signIn(user: User, work: () => Promise<unknown>): Promise<void> {
      disturbances += 1;
      return accounts[user].signIn(work);
    },
    restarted(): void {
      disturbances += 1;
      each((account) => account.restart());
    },
    /** Compares what the app shows with what it received. @param accountIds null: not signed in */
    checkFacts(state: AppState, accountIds: (user: User) => string | null): void {
      changes.collectMissed(now());
      if (USERS.some((user) => accounts[user].isSigningIn())) return;
      const at = now();
      const known = { key: accounts.key.known(), login: accounts.login.known() };
      const { icon, tooltip } = trayModel(state, { platform: 'linux', isDark: false }, at);
      const { isOnline } = state.environment;
      const found = [
        ...USERS.flatMap((user) =>
          wrongFacts(shownOf(state, accountIds(user)), known[user], at).map(
            (fact) => `${user}: ${fact}`,
          ),
        ),
        ...wrongTray({ mark: icon.mark, tooltip }, Object.values(known), isOnline, at),
      ];
      checks += 1;
      for (const fact of found) if (!current.has(fact)) wrong.push(`${stamp(at)} ${fact}`);
      current = new Set(found);
    },
    /** @param hours simulated */
    result(hours: number) {
      const paces = USERS.map((user) => accounts[user].pace());
      const ofChanges = changes.result(now());
      const ofAlerts = alerts.result();
      const polls = sum(paces.map(({ made }) => made));
      const usage = USERS.map((user) => accounts[user].usage());
      // Hourly, after a change, and twice after a failure: five minutes later, and when the account has recovered.
      const repeats = Math.min(2 * sum(usage.map(({ failed }) => failed)), 24 * hours);
      const rounds = Math.ceil(hours) + 1 + disturbances + repeats;
      const early = paces.flatMap((pace) => pace.early);
      const tooSoon = paces.flatMap((pace) => pace.tooSoon);
      const missed = [...ofChanges.missed, ...ofAlerts.missed];
      const extra = [...ofChanges.extra, ...ofAlerts.extra];
      const rows: readonly Row[] = [
        countRow('Polls', polls, sum(paces.map(({ allowed }) => allowed))),
        findingsRow('Polls before their interval', early, polls, 1),
        findingsRow('Requests before Retry-After', tooSoon, requests, 1),
        countRow('Usage reports', sum(usage.map(({ made }) => made)), 2 * USERS.length * rounds),
        findingsRow('Missed notifications', missed, ofChanges.expected, Math.floor(hours)),
        findingsRow(
          'Duplicate or false notifications',
          extra,
          ofChanges.expected,
          Math.floor(hours),
        ),
        findingsRow('Wrong facts shown', wrong, checks, Math.floor(hours)),
      ];
      return { rows, findings: [...early, ...tooSoon, ...missed, ...extra, ...wrong] };
    },
  };
}
