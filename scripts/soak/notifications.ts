import { MINUTE_MS } from '../../src/shared/format/index.ts';
import { stamp } from './report.ts';
import { type Statuses, whatOf } from './truth.ts';

/** A time in which a VM has one status. */
interface Episode {
  readonly what: string;
  readonly from: number;
  notifications: number;
  /** The app no longer lists a destroyed VM, and said that it is gone. */
  isToldGone: boolean;
  /** When it must have been notified, ms since the epoch; null: the app need not know of it. */
  due: number | null;
  /** The account whose list lacked the VM first, and when; null: not gone, not known, or due. */
  missing: { readonly user: string; readonly since: number } | null;
}

/** A VM that two complete lists lack over this time is gone, also if it could not be looked up by its id. */
const GONE_MS = 5 * MINUTE_MS;
/** For notifications due while the computer slept. */
const AFTER_WAKE_MS = 5 * MINUTE_MS;
/** The summary after a sleep waits a minute for all accounts, and then for others of its kind. */
const DUE_MS = MINUTE_MS + 15_000;
const KEPT = 8;

/** The contents of a notification: changes of VMs by name, alerts that opened or ended, and how many more it does not name. */
export interface NotificationContents {
  readonly changes: readonly { readonly name: string; readonly what: string }[];
  readonly alerts: readonly ('opened' | 'ended')[];
  readonly more: number;
  /** Of a time away, in which only the latest change of an alert is told. */
  readonly isSummary: boolean;
}

/** The words for one VM, by those for several. */
const WHAT: Readonly<Record<string, string>> = {
  'are gone': 'is gone',
  'are running': 'is running',
  'were interrupted': 'was interrupted',
  'have failed': 'has failed',
  'are offline': 'is offline',
  'were destroyed': 'was destroyed',
  'have stopped': 'has stopped',
};
const CHANGE = new RegExp(`^(\\S+) (${Object.values(WHAT).join('|')})(?: · ran .+)?$`);
const CHANGES = new RegExp(`^\\d+ VMs (${Object.keys(WHAT).join('|')})(?: · \\S+/h)?$`);
const AWAY = /^While you were away/;

const ALERTS: ReadonlyMap<string, NotificationContents['alerts'][number]> = new Map([
  ['Hourly rate above your limit', 'opened'],
  ['Hourly rate back below your limit', 'ended'],
]);

/** Null: not understood. */
export function readNotification(title: string, body: string): NotificationContents | null {
  // A reminder before sleep or while the screen is locked.
  if (/^(?:\d+ VMs keep|\S+ keeps) billing(?:(?: at least)? \S+\/h)?$/.test(title))
    return { changes: [], alerts: [], more: 0, isSummary: false };
  const many = CHANGES.exec(title)?.[1];
  if (many !== undefined) {
    const [names = '', more = '0'] = body.split(/ and (\d+) more$/);
    const what = WHAT[many] ?? many;
    return {
      changes: names.split(', ').map((name) => ({ name, what })),
      alerts: [],
      more: Number(more),
      isSummary: false,
    };
  }
  let more = 0;
  const changes: { name: string; what: string }[] = [];
  const alerts: NotificationContents['alerts'][number][] = [];
  const isSummary = AWAY.test(title);
  for (const line of isSummary ? body.split('; ') : [title]) {
    const [, name, what] = CHANGE.exec(line) ?? [];
    const rest = /^and (\d+) more$/.exec(line)?.[1];
    const alert = ALERTS.get(line);
    if (name !== undefined && what !== undefined) changes.push({ name, what });
    else if (alert !== undefined) alerts.push(alert);
    else if (rest !== undefined) more += Number(rest);
    else return null;
  }
  return { changes, alerts, more, isSummary };
}

/** A notification that a VM is gone also covers that it was destroyed. */
function covers(told: string, happened: string): boolean {
  return told === happened || (told === 'is gone' && happened === 'was destroyed');
}

/** Earlier episodes are told too, and after a destruction the removal from the list. */
function isToldWith(told: string, meant: Episode, { what, from }: Episode): boolean {
  return from <= meant.from ? covers(told, what) : told === 'was destroyed' && what === 'is gone';
}

/** Compares the notifications of VM changes with the changes at the service and with those that the app received. */
export function createChangeJudge() {
  const episodes = new Map<string, Episode[]>();
  const names = new Set<string>();
  let statuses: Statuses = new Map();
  let expected = 0;
  /** When changes were notified without a name. */
  const credits: number[] = [];
  const missed: string[] = [];
  const extra: string[] = [];

  const latest = (name: string, what: string) =>
    episodes.get(name)?.findLast((episode) => episode.what === what);

  /** The episode was notified without its name. */
  function takeCredit({ from }: Episode): boolean {
    const credit = credits.findIndex((at) => at >= from);
    if (credit >= 0) credits.splice(credit, 1);
    return credit >= 0;
  }

  function collectMissed(now: number): void {
    for (const [name, ofName] of episodes)
      for (const episode of ofName) {
        const { due, notifications, what, from } = episode;
        if (due === null || due > now) continue;
        episode.due = null;
        if (notifications === 0 && !takeCredit(episode))
          missed.push(`${stamp(from)} ${name} ${what}`);
      }
  }

  /** VMs that the lists of an account have lacked for long enough. */
  function collectGone(at: number, user: string): void {
    for (const episode of [...episodes.values()].flat()) {
      const { missing, notifications } = episode;
      if (missing?.user !== user || at - missing.since < GONE_MS) continue;
      episode.missing = null;
      if (notifications === 0) episode.due = at + DUE_MS;
    }
  }

  function notifiedChange(name: string, what: string, at: number): void {
    // A fault made it up.
    if (!names.has(name)) return;
    const meant = episodes
      .get(name)
      ?.findLast((each) => each.notifications === 0 && covers(what, each.what));
    if (meant === undefined) {
      const isRepeated = latest(name, what) !== undefined;
      extra.push(`${stamp(at)} ${isRepeated ? 'repeated' : 'false'}: ${name} ${what}`);
      return;
    }
    // The app did not receive the ends of earlier episodes.
    meant.isToldGone = what === 'is gone';
    for (const episode of episodes.get(name) ?? [])
      if (isToldWith(what, meant, episode)) episode.notifications += 1;
  }

  return {
    /** The VMs of all accounts at the service, each time that some changed. */
    happened(at: number, now: Statuses): void {
      for (const name of now.keys()) names.add(name);
      for (const name of new Set([...statuses.keys(), ...now.keys()])) {
        const status = now.get(name);
        const what = whatOf(status);
        if (status === statuses.get(name) || what === null) continue;
        const ofName = episodes.get(name) ?? [];
        const last = ofName.at(-1);
        const isToldDestroyed = last?.what === 'was destroyed' && last.notifications > 0;
        // A list may show a destroyed VM again, or no longer.
        const isToldGone =
          (['is gone', 'was destroyed'].includes(what) && last?.isToldGone === true) ||
          (what === 'is gone' && isToldDestroyed);
        const notifications = isToldGone ? 1 : 0;
        ofName.push({ what, from: at, notifications, isToldGone, due: null, missing: null });
        episodes.set(name, ofName.slice(-KEPT));
      }
      statuses = new Map(now);
    },
    /** The app received two complete and true lists of an account in a row. */
    received(at: number, before: Statuses, after: Statuses, user = ''): void {
      collectGone(at, user);
      for (const [name, status] of before) {
        const now = after.get(name);
        const what = whatOf(now);
        // Its destruction was notified before.
        const isOld = now === status || (now === undefined && status === 'destroyed');
        const episode = what === null || isOld ? undefined : latest(name, what);
        if (episode === undefined) continue;
        expected += 1;
        if (episode.notifications > 0) continue;
        if (now === undefined) episode.missing = { user, since: at };
        else episode.due = at + DUE_MS;
      }
    },
    woke(at: number): void {
      for (const episode of [...episodes.values()].flat())
        if (episode.due !== null) episode.due = Math.max(episode.due, at + AFTER_WAKE_MS);
    },
    /** The app no longer knows these VMs. */
    forgotten(some: Iterable<string>): void {
      for (const name of some)
        for (const episode of episodes.get(name) ?? []) {
          episode.due = null;
          episode.missing = null;
        }
    },
    notified({ changes, more }: Pick<NotificationContents, 'changes' | 'more'>, at: number): void {
      for (const { name, what } of changes) notifiedChange(name, what, at);
      for (let count = 0; count < more; count += 1) credits.push(at);
    },
    notUnderstood: (text: string, at: number) =>
      void extra.push(`${stamp(at)} not understood: ${text}`),
    result(now: number) {
      collectMissed(now);
      return { expected, missed, extra };
    },
    collectMissed,
  };
}

/** An alert is missed when the rate was above the limit over this time and this number of readings. */
const ALERT_MS = 15 * MINUTE_MS;
const ALERT_READINGS = 8;
/** Part of the limit below which an alert ends. */
const ENDS_BELOW = 0.95;
/** $/h; the app compares amounts as it shows them, each VM's in cents. */
const ROUNDING = 0.02;
/** A notification waits so long for others of its kind. */
const BATCH_MS = 11_000;

/** Compares the rate alerts with the rates that the app received. */
export function createAlertJudge(limit: number) {
  let over: { readonly since: number; readings: number } | null = null;
  let rate: number | null = null;
  /** The rates of the last seconds, and the one before them: an alert waits so long for others. */
  let recent: readonly { readonly at: number; readonly rate: number | null }[] = [];
  /** Readings in a row since the last alert that were clearly under the limit, and the most of them. */
  let under = Number.POSITIVE_INFINITY;
  let longestUnder = under;
  /** Since the last alert the rate was so low that the app, which rounds it, may have ended that. */
  let mayHaveEnded = true;
  let isOpen = false;
  /** The rate was above the limit since the last end that was told. */
  let wasOver = false;
  /** A notification that left out names may have included an alert. */
  let isHidden = false;
  const missed: string[] = [];
  const extra: string[] = [];

  function wasAlways(is: (rate: number) => boolean, at: number): boolean {
    const before = recent.findLastIndex((each) => each.at < at - BATCH_MS);
    recent = recent.slice(Math.max(before, 0));
    return recent.every((each) => each.rate !== null && is(each.rate));
  }

  function noteOver(at: number): void {
    over ??= { since: at, readings: 0 };
    over.readings += 1;
    const isLong = at - over.since >= ALERT_MS && over.readings >= ALERT_READINGS;
    if (!isLong || longestUnder < ALERT_READINGS || isHidden) return;
    missed.push(`${stamp(at)} alert: ${rate} $/h, limit ${limit}`);
    longestUnder = 0;
  }

  return {
    /** @param received $/h of all accounts; null: unknown @param latest the same, with rates that the app need not leave out */
    received(at: number, received: number | null, latest = received): void {
      rate = received;
      recent = [...recent, { at, rate }];
      if (rate === null || rate <= limit) over = null;
      mayHaveEnded ||= latest !== null && latest < ENDS_BELOW * limit + ROUNDING;
      if (rate === null) return;
      under = rate < ENDS_BELOW * limit - ROUNDING ? under + 1 : 0;
      longestUnder = Math.max(longestUnder, under);
      wasOver ||= rate > limit;
      if (rate > limit) noteOver(at);
    },
    notified(at: number): void {
      if (wasAlways((known) => known <= limit - ROUNDING, at))
        extra.push(`${stamp(at)} false: alert at ${rate} $/h, limit ${limit}`);
      else if (!mayHaveEnded && !isHidden) extra.push(`${stamp(at)} repeated: alert`);
      under = 0;
      longestUnder = 0;
      mayHaveEnded = false;
      isOpen = true;
      isHidden = false;
    },
    mayBeNotified(): void {
      isHidden = true;
    },
    /** The end of the last alert. @param isSummary its start may be untold, and it may be of a minute ago: a summary waits for all accounts */
    notifiedEnd(at: number, isSummary = false): void {
      const isFalse = isSummary
        ? !mayHaveEnded
        : wasAlways((known) => known >= ENDS_BELOW * limit + ROUNDING, at);
      if (isFalse) extra.push(`${stamp(at)} false: alert over at ${rate} $/h, limit ${limit}`);
      else if (!isOpen && !isHidden && !(isSummary && wasOver))
        extra.push(`${stamp(at)} repeated: alert over`);
      isOpen = false;
      wasOver = false;
      isHidden = false;
    },
    result: () => ({ missed, extra }),
  };
}
