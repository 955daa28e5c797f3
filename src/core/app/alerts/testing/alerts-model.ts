// The notifications that must come, computed from the answers of the service alone. It knows neither states nor rules as objects, and shares
// no code with the app: each rule is a few lines here.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The limits of the rules, in $/h, $, hours and minutes. */
export const LIMITS = {
  ...{ hourlyRate: 3, accountRate: 2, spendToday: 20, runningLong: 24, noData: 10 },
} as const;

export type AccountId = 'a' | 'b';

/** The answers to one poll of an account. Null: that part failed. */
export interface Answer {
  /** $/h */
  readonly rate: number | null;
  readonly vm: AnsweredVm | 'gone' | null;
}

interface AnsweredVm {
  readonly status: 'running' | 'stopped' | 'interrupted' | 'failed' | 'offline' | 'destroyed';
  /** How long it has had the status by the service's clock. */
  readonly hours: number;
  /** $/h of its disk. */
  readonly disk: number;
}

type Verdict = 'over' | 'under' | 'between' | 'unknown';

const judge = (value: number, limit: number): Verdict => {
  if (value > limit + 1e-9) return 'over';
  return value < limit * 0.95 || value === 0 ? 'under' : 'between';
};

/** Counts what agrees in a row, and says when a subject opens or ends. */
function createCounter(opens: string, ends: string | null = null, neededToEnd = 2) {
  let isOpen = false;
  let over = 0;
  let under = 0;
  return {
    see(verdict: Verdict): readonly string[] {
      if (verdict === 'unknown') return [];
      over = verdict === 'over' ? over + 1 : 0;
      under = verdict === 'under' ? under + 1 : 0;
      if (!isOpen && over >= 2) {
        isOpen = true;
        under = 0;
        return [opens];
      }
      if (isOpen && under >= neededToEnd) {
        isOpen = false;
        over = 0;
        return ends === null ? [] : [ends];
      }
      return [];
    },
    gone() {
      isOpen = false;
      over = 0;
      under = 0;
    },
    isOpen: () => isOpen,
  };
}

const HAPPENINGS: Readonly<Record<AnsweredVm['status'], string>> = {
  ...{ running: 'is running', stopped: 'has stopped', interrupted: 'was interrupted' },
  ...{ failed: 'has failed', offline: 'is offline', destroyed: 'was destroyed' },
};

/** The alerts and status changes of one account. */
function createAccount(id: AccountId) {
  const rate = createCounter(
    `Hourly rate of ${id} above your limit`,
    `Hourly rate of ${id} back below your limit`,
  );
  const long = createCounter(`Running longer than 24 h: vm-${id}`);
  const disk = createCounter(`Stopped and still billed: vm-${id}`);
  const silence = createCounter(`No fresh data from ${id}`, `${id} back up to date`, 1);
  let diskWeek: number | null = null;
  let status: AnsweredVm['status'] | 'gone' | null = null;
  let polledAt: number | null = null;
  let silentMs = 0;
  let vmsAt: number | null = null;
  let steadySince = 0;

  function seeStatus(now: AnsweredVm['status'] | 'gone'): readonly string[] {
    const before = status;
    status = now;
    if (before === null || before === 'gone' || before === now) return [];
    if (now === 'gone') return before === 'destroyed' ? [] : [`vm-${id} is gone`];
    return [`vm-${id} ${HAPPENINGS[now]}`];
  }

  function seeLong(vm: AnsweredVm | 'gone'): readonly string[] {
    const isOver = vm !== 'gone' && vm.status === 'running' && vm.hours > LIMITS.runningLong;
    return long.see(isOver ? 'over' : 'under');
  }

  function seeDisk(vm: AnsweredVm | 'gone', now: number): readonly string[] {
    // Not in the first ten minutes.
    if (now - steadySince < 10 * MINUTE) return [];
    // Weeks begin on Mondays.
    const week = Math.floor((now / DAY - 4) / 7);
    if (week !== diskWeek) disk.gone();
    diskWeek = week;
    const isStopped = vm !== 'gone' && (vm.status === 'stopped' || vm.status === 'interrupted');
    return disk.see(isStopped && vm.hours > 24 && vm.disk > 0 ? 'over' : 'under');
  }

  function seeVms(now: number): void {
    if (vmsAt === null || now < vmsAt || now - vmsAt > 5 * MINUTE) steadySince = now;
    vmsAt = now;
  }

  function seeSilence(isLive: boolean, now: number): readonly string[] {
    const since = polledAt === null ? 0 : now - polledAt;
    polledAt = now;
    // Nothing is known of the time asleep.
    silentMs = isLive ? 0 : silentMs + Math.min(Math.max(since, 0), 5 * MINUTE);
    if (isLive) return silence.see('under');
    return silence.see(silentMs > LIMITS.noData * MINUTE ? 'over' : 'between');
  }

  return {
    poll(answer: Answer, now: number): readonly string[] {
      const { vm } = answer;
      if (vm !== null) seeVms(now);
      return [
        ...seeSilence(answer.rate !== null && vm !== null, now),
        ...(answer.rate === null ? [] : rate.see(judge(answer.rate, LIMITS.accountRate))),
        ...(vm === null ? [] : seeStatus(vm === 'gone' ? 'gone' : vm.status)),
        ...(vm === null ? [] : seeLong(vm)),
        ...(vm === null || answer.rate === null ? [] : seeDisk(vm, now)),
      ];
    },
    /** Alerts stay; what was seen is forgotten. */
    restart() {
      status = null;
      polledAt = null;
      vmsAt = null;
      silentMs = 0;
    },
    open: () => [rate, long, disk, silence].filter((counter) => counter.isOpen()).length,
  };
}

const dayOf = (now: number) => Math.floor(now / DAY);

/** An account's cost of today: its last report, and what its rate came to since then. */
function createCost() {
  let known: number | null = null;
  let at = 0;
  let rate: number | null = null;
  const cost = (now: number) =>
    known === null || dayOf(at) !== dayOf(now)
      ? null
      : known + ((rate ?? 0) * Math.max(0, now - at)) / HOUR;

  return {
    cost,
    bill(amount: number | null, now: number): void {
      // A report that failed does not change the cost of the day.
      if (amount === null && dayOf(at) === dayOf(now)) return;
      known = amount;
      at = now;
    },
    setRate(next: number, now: number): void {
      if (next === rate) return;
      // A minute without a rate counts at the next one; a longer time does not count.
      if (rate !== null || now - at > MINUTE) {
        known = cost(now);
        at = now;
      }
      rate = next;
    },
    /** The account is not read any more, so its cost ends with the last reading. */
    end(readAt: number): void {
      if (rate === null) return;
      const end = Math.max(at, readAt);
      known = cost(end);
      at = end;
      rate = null;
    },
  };
}

/** The cost of today, as far as it is known. */
function createToday() {
  const counter = createCounter('Today’s cost above your limit');
  let day = Number.NaN;
  let costs = { a: createCost(), b: createCost() };
  /** The alert is about one day. */
  const enter = (now: number) => {
    if (dayOf(now) !== day) counter.gone();
    day = dayOf(now);
  };

  return {
    bill(amount: number | null, now: number): void {
      costs.a.bill(amount, now);
      costs.b.bill(0, now);
    },
    setRate: (account: AccountId, rate: number, now: number) => costs[account].setRate(rate, now),
    end: (account: AccountId, readAt: number) => costs[account].end(readAt),
    see(isFresh: boolean, now: number): readonly string[] {
      enter(now);
      const known = [costs.a, costs.b].flatMap(({ cost }) => cost(now) ?? []);
      const value = known.reduce((sum, cost) => sum + cost, 0);
      const isKnown = isFresh && known.length > 0;
      return counter.see(isKnown ? judge(value, LIMITS.spendToday) : 'unknown');
    },
    restart(now: number) {
      costs = { a: createCost(), b: createCost() };
      enter(now);
    },
    open: () => Number(counter.isOpen()),
  };
}

/** The titles of the notifications that are due, step by step. */
export function createModel() {
  const rates = new Map<AccountId, { readonly at: number; readonly rate: number }>();
  const failed = new Set<AccountId>();
  const accounts = { a: createAccount('a'), b: createAccount('b') };
  const overall = createCounter(
    'Hourly rate above your limit',
    'Hourly rate back below your limit',
  );
  const today = createToday();
  let cycle = new Set<AccountId>();

  const misses = { a: 0, b: 0 };
  const polledAt = { a: 0, b: 0 };

  /** A minute after two misses in a row, an account whose rate failed is out of date. */
  function endUnread(now: number): void {
    for (const id of failed)
      if (misses[id] >= 2 && now >= polledAt[id] + MINUTE) today.end(id, polledAt[id]);
  }

  const sum = (known: readonly { readonly rate: number }[]) =>
    known.reduce((total, one) => total + one.rate, 0);

  /** Once per cycle over the accounts. */
  function seeTotals(now: number): readonly string[] {
    const fresh = [...rates].filter(
      ([id, { at }]) => !failed.has(id) && now >= at && now - at <= 5 * MINUTE,
    );
    const total = sum(fresh.map(([, one]) => one));
    const isComplete = fresh.length === 2;
    const verdict = judge(total, LIMITS.hourlyRate);
    // Missing amounts can only add to it.
    const isKnown = isComplete || verdict === 'over';
    return [...overall.see(isKnown ? verdict : 'unknown'), ...today.see(isComplete, now)];
  }

  return {
    poll(account: AccountId, answer: Answer, now: number): readonly string[] {
      const { rate } = answer;
      const found = [...accounts[account].poll(answer, now)];
      misses[account] = rate === null || answer.vm === null ? misses[account] + 1 : 0;
      polledAt[account] = now;
      endUnread(now);
      if (rate === null) failed.add(account);
      else {
        failed.delete(account);
        rates.set(account, { at: now, rate });
        today.setRate(account, rate, now);
        const isOver = cycle.size === 0 || cycle.has(account);
        if (isOver) {
          cycle = new Set();
          found.push(...seeTotals(now));
        }
        cycle.add(account);
      }
      return found.toSorted();
    },
    /** A usage report. @param amount $ of today; null: it failed */
    bill: today.bill,
    restart(now: number) {
      rates.clear();
      failed.clear();
      cycle = new Set();
      today.restart(now);
      accounts.a.restart();
      accounts.b.restart();
    },
    /** How many alerts are open. */
    open: () => accounts.a.open() + accounts.b.open() + today.open() + Number(overall.isOpen()),
  };
}
