import { type Known, MAX_GONE_MS, type Received } from './facts.ts';
import type { SoakedService } from './services.ts';
import { type Statuses, sameRate, sameStatuses, type Truth } from './truth.ts';
import type { Answer, Sent } from './wire.ts';

interface ObserverPorts {
  readonly service: SoakedService;
  readonly now: () => number;
  /** The answers of a service without faults. */
  readonly truth: () => Truth;
  /** The app has two complete and true lists in a row. */
  readonly onLists: (before: Statuses, after: Statuses) => void;
  /** The app no longer knows these VMs, and need not notify of their changes. */
  readonly onForgotten: (names: Iterable<string>) => void;
  /** The app has a rate; null: no longer. */
  readonly onRate: (rate: number | null) => void;
}

/** The VMs in a list of every documented and undocumented shape, by name; null: none. */
function statusesIn(service: SoakedService, json: unknown): Statuses | null {
  const records = service.recordsIn(json);
  if (!Array.isArray(records)) return null;
  return new Map(
    records.map((record) => [String(service.nameIn(record)), service.statusIn(record)]),
  );
}

/** A well-formed answer that is not so. */
const WRONG = 'wrong';

function rateIn(json: unknown, { rate }: Truth): Truth['rate'] | typeof WRONG {
  const { total_per_hour: received } = Object(json);
  return typeof received === 'number' && sameRate(received, rate) ? rate : WRONG;
}

const NOTHING = { value: null, isForbidden: false, isMisled: false };

/** Answers of the current poll, which the app applies when it ends. */
interface Poll {
  walk: Statuses;
  statuses?: Statuses | typeof WRONG;
  rate?: Truth['rate'] | typeof WRONG;
}

/** Follows the requests and answers of one account: the data that the app must know. */
export function observeAccount(ports: ObserverPorts) {
  const { service, now, truth, onLists, onForgotten, onRate } = ports;
  const goneSince = new Map<string, number>();
  /** VMs that were found by their id since the last list, in another status than there. */
  const lookedUp = new Set<string>();
  let vms: Received<Statuses> = NOTHING;
  let spend: Received<Truth['rate']> = NOTHING;
  let isSigningIn = false;
  let poll: Poll = { walk: new Map() };

  /** The computer fell asleep or woke up, so that the current poll is dropped. */
  function drop(): void {
    poll = { walk: poll.walk };
  }

  function forgetVms(): void {
    onForgotten([...goneSince.keys(), ...(vms.value?.keys() ?? [])]);
  }

  /** The app starts again. */
  function restart(): void {
    drop();
    forgetVms();
    onRate(null);
    vms = { ...vms, value: null };
    spend = { ...spend, value: null };
  }

  function receivedPage(isFirst: boolean, json: unknown): void {
    const page = statusesIn(service, json);
    if (page === null) return;
    poll.walk = new Map([...(isFirst ? [] : poll.walk), ...page]);
    const { statuses, rate } = truth();
    poll.statuses = sameStatuses(poll.walk, statuses) ? statuses : WRONG;
    if (service.spend === null) poll.rate = poll.statuses === WRONG ? WRONG : rate;
    // VMs that a fault made up are looked up as well.
    for (const name of page.keys()) if (!statuses.has(name)) goneSince.set(name, now());
  }

  function receivedVm(path: string, json: unknown): void {
    if (!path.startsWith(`${service.list}/`)) return;
    const [name, status] = [String(service.nameIn(json)), service.statusIn(json)];
    if (![vms.value?.get(name), 'destroyed'].includes(status)) lookedUp.add(name);
  }

  function settleList(statuses: Statuses): void {
    const before = vms.isForbidden ? null : vms.value;
    vms = { ...NOTHING, value: new Map(statuses) };
    for (const name of statuses.keys()) goneSince.delete(name);
    if (before === null) return;
    for (const name of before.keys())
      if (!statuses.has(name) && !goneSince.has(name)) goneSince.set(name, now());
    onLists(new Map([...before].filter(([name]) => !lookedUp.has(name))), statuses);
    lookedUp.clear();
  }

  /** The poll is over, with the look-ups of missing VMs: the app has applied its answers. */
  function polled(): void {
    const { statuses, rate } = poll;
    if (statuses === WRONG) vms = { ...vms, isMisled: true };
    else if (statuses !== undefined) settleList(statuses);
    if (rate === WRONG) {
      spend = { ...spend, isMisled: true };
      if (service.spend === null) onRate(null);
    } else if (rate !== undefined) {
      // A sum has VMs that the app may still look up.
      const isLookingUp = [...goneSince.values()].some((since) => now() - since <= MAX_GONE_MS);
      const isMisled = service.spend === null && isLookingUp;
      spend = { ...NOTHING, value: rate, isMisled };
      // The app leaves out an account of which it knows no more than that it costs.
      onRate(rate ?? 0);
    }
    drop();
  }

  return {
    received(sent: Sent, { status, json }: Answer): void {
      const page = sent.path === service.list ? service.pageOf(sent.query) : null;
      const isList = page !== null;
      const isSpend = sent.path === service.spend || (isList && service.spend === null);
      if (status === 200 && isList) receivedPage(page === 'first', json);
      if (status === 200) receivedVm(sent.path, json);
      if (status === 200 && sent.path === service.spend) poll.rate = rateIn(json, truth());
      if (status === 403 && isList) {
        vms = { ...vms, isForbidden: true };
        forgetVms();
      }
      if (status === 403 && isSpend) {
        spend = { ...spend, isForbidden: true };
        onRate(null);
      }
    },
    polled,
    /** The user signs in. Resolves when that is over. */
    async signIn(work: () => Promise<unknown>): Promise<void> {
      isSigningIn = true;
      try {
        await work();
        restart();
        vms = { ...vms, isForbidden: false };
        spend = { ...spend, isForbidden: false };
      } finally {
        isSigningIn = false;
      }
    },
    isSigningIn: () => isSigningIn,
    drop,
    restart,
    known: (): Known => ({ vms, spend, goneSince }),
  };
}

export type AccountObserver = ReturnType<typeof observeAccount>;
