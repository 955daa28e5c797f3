import type { Known } from './facts.ts';
import { createPaceJudge } from './pace.ts';
import { type Statuses, sameStatuses, type Truth } from './truth.ts';
import type { Received, Sent } from './wire.ts';

/** The statuses by which the service refuses a credential or a refresh. */
const REFUSALS = [400, 401, 403, 422];
const CHANGING = ['creating', 'starting', 'stopping'];
const USAGE = '/billing/usage';
const SPEND = '/billing/current-spend';

interface ObserverPorts {
  readonly now: () => number;
  /** What a service without faults would answer now. */
  readonly truth: () => Truth;
  /** The app has two complete and true lists in a row. */
  readonly onLists: (before: Statuses, after: Statuses) => void;
  /** The app no longer knows these VMs, so that it need not tell what becomes of them. */
  readonly onForgotten: (names: Iterable<string>) => void;
  /** The app has a rate; null: no longer. */
  readonly onRate: (rate: number | null) => void;
}

/** The VMs in a list of every documented and undocumented shape, by name; null: none. */
function statusesIn(json: unknown): Statuses | null {
  const records = Array.isArray(json)
    ? json
    : Object.values(Object(json)).find((value) => Array.isArray(value));
  if (!Array.isArray(records)) return null;
  return new Map(
    records.map((record) => {
      const { instance_label: label, id, status } = Object(record);
      return [String(label ?? id), String(status)];
    }),
  );
}

/** A well-formed answer that is not so. */
const WRONG = 'wrong';

const isOfPoll = ({ path }: Sent) => path.startsWith('/vms') || path === SPEND;

/** Follows what one account sends and receives: what the app must know of it, and when it may ask again. */
export function observeAccount({ now, truth, onLists, onForgotten, onRate }: ObserverPorts) {
  const pace = createPaceJudge();
  const goneSince = new Map<string, number>();
  let list: Known['list'] = null;
  let spend: Known['spend'] = null;
  let isListForbidden = false;
  let isSpendForbidden = false;
  let isMisled = false;
  let isRateMisled = false;
  let isRefused = false;
  let isSigningIn = false;
  let isChanging = false;
  let upSince = now();
  let calmSince = now();
  let usage = 0;
  let usageFailures = 0;
  /** Requests of the current poll without an answer. */
  let open = 0;
  let walk = new Map<string, string>();
  /** Of the current poll, which the app applies when it ends. */
  let read: { statuses?: Statuses | typeof WRONG; rate?: number | typeof WRONG } = {};

  function drop(): void {
    read = {};
  }

  function forgetVms(): void {
    onForgotten([...goneSince.keys(), ...(list?.statuses.keys() ?? [])]);
  }

  function receivedPage({ offset }: Sent, json: unknown): void {
    const page = statusesIn(json);
    if (page === null) {
      calmSince = now();
      return;
    }
    walk = new Map([...(offset === 0 ? [] : walk), ...page]);
    const { statuses } = truth();
    isChanging = [...walk.values()].some((status) => CHANGING.includes(status));
    read.statuses = sameStatuses(walk, statuses) ? statuses : WRONG;
    // VMs that a fault made up are looked up as well.
    for (const name of page.keys()) if (!statuses.has(name)) goneSince.set(name, now());
  }

  function receivedGood(sent: Sent, json: unknown): void {
    if (sent.path === '/vms') receivedPage(sent, json);
    if (sent.path !== SPEND) return;
    const { rate } = truth();
    const { total_per_hour: received } = Object(json);
    const isTrue = typeof received === 'number' && Math.abs(received - rate) < 0.000_001;
    read.rate = isTrue ? rate : WRONG;
  }

  function forbidden({ path }: Sent): void {
    if (path === '/vms') {
      isListForbidden = true;
      forgetVms();
    }
    if (path === SPEND) {
      isSpendForbidden = true;
      onRate(null);
    }
  }

  function noteStatus(sent: Sent, { status, retryAt }: Received): void {
    if (status !== 200 && status !== 404) calmSince = now();
    if (status === null) return;
    if (REFUSALS.includes(status)) isRefused = true;
    if (status === 403) forbidden(sent);
    // The app repeats the request with other tokens.
    if (status === 401) pace.allowPoll();
    // 511 is the network's answer.
    const isLimit = status === 429 || (status >= 500 && status !== 511);
    // The user may sign in at any time, and then that limit is over.
    if (sent.path === '/auth/login') return;
    if (retryAt !== null && isLimit) pace.setRetryAt(now(), retryAt);
  }

  function settleList(at: number, statuses: Statuses): void {
    const before = isListForbidden ? null : list;
    list = { at, statuses: new Map(statuses) };
    isListForbidden = false;
    isMisled = false;
    for (const name of statuses.keys()) goneSince.delete(name);
    for (const name of before?.statuses.keys() ?? [])
      if (!statuses.has(name) && !goneSince.has(name)) goneSince.set(name, at);
    if (before !== null) onLists(before.statuses, list.statuses);
  }

  function settleRate(at: number, rate: number): void {
    spend = { at, rate };
    isSpendForbidden = false;
    isRateMisled = false;
    onRate(rate);
  }

  /** The poll is over: the app applies what it read. */
  function settle(): void {
    const at = now();
    const { statuses = null, rate = null } = read;
    isMisled ||= statuses === WRONG;
    isRateMisled ||= rate === WRONG;
    if (isMisled || isRateMisled) calmSince = at;
    if (statuses !== null && statuses !== WRONG) settleList(at, statuses);
    if (rate !== null && rate !== WRONG) settleRate(at, rate);
    read = {};
  }

  return {
    sent(sent: Sent): void {
      const { path } = sent;
      const at = now();
      if (path === USAGE) usage += 1;
      if (path === SPEND) pace.poll(at);
      if (!isSigningIn) pace.request(at, path);
      if (isOfPoll(sent)) open += 1;
    },
    received(sent: Sent, received: Received): void {
      noteStatus(sent, received);
      if (sent.path === USAGE && received.status !== 200) usageFailures += 1;
      if (received.status === 200) receivedGood(sent, received.json);
      if (!isOfPoll(sent)) return;
      open -= 1;
      if (open === 0) settle();
    },
    /** The user signs in. Resolves when that is over. */
    async signIn(work: () => Promise<unknown>): Promise<void> {
      isSigningIn = true;
      pace.allowPoll();
      try {
        await work();
        drop();
        forgetVms();
        onRate(null);
        list = null;
        spend = null;
        isListForbidden = false;
        isSpendForbidden = false;
        isRefused = false;
      } finally {
        isSigningIn = false;
        calmSince = now();
        pace.allowPoll();
      }
    },
    isSigningIn: () => isSigningIn,
    /** The user or the desktop did something after which the app may poll, or data may be late. */
    disturb(): void {
      calmSince = now();
      pace.allowPoll();
    },
    /** The computer fell asleep, so that the current poll is dropped; or woke up, or came online. */
    drop,
    up(): void {
      upSince = now();
    },
    /** The app starts again. */
    restart(): void {
      upSince = now();
      drop();
      forgetVms();
      list = null;
      spend = null;
      pace.setRetryAt(now(), null);
      pace.allowPoll();
      onRate(null);
    },
    setInterval: (ms: number) => pace.setInterval(now(), ms),
    isChanging: () => isChanging || isMisled,
    usage: () => ({ made: usage, failed: usageFailures }),
    pace: pace.result,
    known(): Known {
      const at = Math.max(calmSince, upSince, pace.retryAt());
      return {
        ...{
          truth: truth(),
          list,
          spend,
          isListForbidden,
          isSpendForbidden,
          isMisled,
          isRateMisled,
          isRefused,
        },
        ...{ goneSince, upSince },
        calmSince: isListForbidden || isSpendForbidden ? Number.POSITIVE_INFINITY : at,
      };
    },
  };
}

export type AccountObserver = ReturnType<typeof observeAccount>;
