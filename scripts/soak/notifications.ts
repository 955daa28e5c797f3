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
  const missed: string[] = [];
  const extra: string[] = [];

  const latest = (name: string, what: string) =>
    episodes.get(name)?.findLast((episode) => episode.what === what);

  function collectMissed(now: number): void {
    for (const [name, ofName] of episodes)
      for (const episode of ofName) {
        const { due, notifications, what, from } = episode;
        if (due === null || due > now) continue;
        episode.due = null;
        if (notifications === 0) missed.push(`${stamp(from)} ${name} ${what}`);
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

  function notified(name: string, what: string, at: number): void {
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
    notified,
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
/** Polls of two accounts, which an alert of all accounts compares, are so far apart. */
const APART_MS = 11_000;
/** How long an event may wait before it is shown. */
const KEPT_MS = 5 * MINUTE_MS;

/** Compares the rate alerts with the rates that the app received. */
export function createAlertJudge(limit: number) {
  let over: { readonly since: number; readings: number } | null = null;
  let rate: number | null = null;
  /** The rates of the last minutes. */
  let recent: readonly { readonly at: number; readonly rate: number | null }[] = [];
  /** Readings in a row since the last alert that were clearly under the limit, and the most of them. */
  let under = Number.POSITIVE_INFINITY;
  let longestUnder = under;
  /** Since the last alert the rate was so low that the app, which rounds it, may have ended that. */
  let mayHaveEnded = true;
  let isOpen = false;
  /** The rate was above the limit since the last end that was told. */
  let wasOver = false;
  /** It was, and then below it. */
  let hasPassed = false;
  const missed: string[] = [];
  const extra: string[] = [];

  function wasAlways(is: (rate: number) => boolean, at: number): boolean {
    const before = recent.findLastIndex((each) => each.at < at - APART_MS);
    const then = recent.slice(Math.max(before, 0)).filter((each) => each.at <= at);
    return then.length > 0 && then.every((each) => each.rate !== null && is(each.rate));
  }

  function noteOver(at: number): void {
    over ??= { since: at, readings: 0 };
    over.readings += 1;
    const isLong = at - over.since >= ALERT_MS && over.readings >= ALERT_READINGS;
    if (!isLong || longestUnder < ALERT_READINGS) return;
    missed.push(`${stamp(at)} alert: ${rate} $/h, limit ${limit}`);
    longestUnder = 0;
  }

  return {
    /** @param received $/h of all accounts; null: unknown @param latest the same, with rates that the app need not leave out */
    received(at: number, received: number | null, latest = received): void {
      rate = received;
      recent = [...recent.filter((each) => at - each.at < KEPT_MS), { at, rate }];
      if (rate === null || rate <= limit) over = null;
      mayHaveEnded ||= latest !== null && latest < ENDS_BELOW * limit + ROUNDING;
      if (rate === null) return;
      under = rate < ENDS_BELOW * limit - ROUNDING ? under + 1 : 0;
      longestUnder = Math.max(longestUnder, under);
      wasOver ||= rate > limit;
      hasPassed ||= wasOver && mayHaveEnded && rate <= limit;
      if (rate > limit) noteOver(at);
    },
    /** @param at when the alert opened */
    notified(at: number): void {
      if (wasAlways((known) => known <= limit - ROUNDING, at))
        extra.push(`${stamp(at)} false: alert at ${rate} $/h, limit ${limit}`);
      else if (!mayHaveEnded) extra.push(`${stamp(at)} repeated: alert`);
      under = 0;
      longestUnder = 0;
      mayHaveEnded = false;
      isOpen = true;
    },
    /** The end of the last alert, whose start is not notified if it was in the same seconds. @param at when it ended */
    notifiedEnd(at: number): void {
      if (wasAlways((known) => known >= ENDS_BELOW * limit + ROUNDING, at))
        extra.push(`${stamp(at)} false: alert over at ${rate} $/h, limit ${limit}`);
      else if (!isOpen && !hasPassed) extra.push(`${stamp(at)} repeated: alert over`);
      isOpen = false;
      wasOver = false;
      hasPassed = false;
    },
    result: () => ({ missed, extra }),
  };
}
