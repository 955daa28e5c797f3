import type { Simulator } from '../../simulator/index.ts';
import type { AppEvent } from '../../src/core/app/index.ts';
import { confirmedVms } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { shownRate } from '../../src/shared/usage/figures.ts';
import { stamp } from './report.ts';
import type { SoakedService } from './services.ts';

/** The two accounts of the soak: one signs in with an API key, the other with a password where the provider has that. */
export const USERS = ['key', 'login'] as const;
export type User = (typeof USERS)[number];

/** An account at the service. */
export interface Truth {
  /** By name; names are unique in a soak. */
  readonly phases: ReadonlyMap<string, string>;
  /** $/h; null: unknown. */
  readonly rate: number | null;
  /** The starts of the VMs that run, where the service has them, by name, ms since the epoch. */
  readonly starts: ReadonlyMap<string, number>;
}

export function truthOf(
  service: SoakedService,
  control: Simulator['control'],
  email: string,
): Truth {
  const { listDestroyed } = control.setOptions({});
  const phases = new Map<string, string>();
  const starts = new Map<string, number>();
  let rate = 0;
  for (const vm of control.vms(email)) {
    const phase = service.shownAs(vm);
    if (phase === null || (phase === 'destroyed' && !listDestroyed)) continue;
    const name = vm.instance_label ?? vm.id;
    phases.set(name, phase);
    rate += service.rateOf(vm) ?? 0;
    if (phase === 'running' && vm.started_at !== null && service.hasStart(vm))
      starts.set(name, Date.parse(vm.started_at));
  }
  // A sum that leaves something out says nothing at $0.
  return { phases, starts, rate: !service.hasSpend && rate === 0 ? null : rate };
}

/** $/h; the app compares amounts as it shows them, each VM's in cents. */
const ROUNDING = 0.02;
/** Part of the limit below which an alert ends. */
const ENDS_BELOW = 0.95;
/** A start of whole minutes, of a list that took some time. */
const START_MS = 2 * MINUTE_MS;
/** Part of a month's bill, and hours at the highest rate: a change between two polls counts until the next report. */
const MONTH_ERROR = { part: 0.06, hours: 1 };
/** Hours at the highest rate by which a floor may be too high. */
const FLOOR_ERROR = 0.25;

/** Phases that are notified. A VM that is destroyed leaves the list soon: both are its end. */
const NOTIFIED = ['running', 'interrupted', 'failed', 'offline', 'stopped', 'ended'];
const ENDS = ['destroyed', 'gone'];
const NEW = 'new';

/** A VM since the last rest. */
interface Seen {
  /** The first is of the last rest, or `NEW`. */
  readonly phases: string[];
  /** Index of the phase that was notified last. */
  index: number;
}

/** What the application shows. */
export type Shown = Pick<AppState, 'snapshots' | 'costs'>;

/** Money of an account. */
interface Spent {
  at: number;
  rate: number;
  /** $ in all. */
  billed: number;
  /** $/h since the last rest. */
  range: { least: number; most: number };
}

/** Judges the application by the truth alone: what it shows while nothing happens, and each event by what happened since the last rest. */
export function createJudge(limit: number) {
  const seen = new Map<string, Seen>();
  /** The notified phase of each VM, by name. */
  const told = new Map<string, string>();
  const spent = new Map<User, Spent>();
  const found = { events: [] as string[], facts: [] as string[] };
  let isAlertOpen = false;
  /** $/h */
  let highestRate = 0;
  /** Since the last rest: what the app received was made up. */
  let isMisled = false;
  /** Since the last rest: it started again, or the user signed in, and the VMs that it knew are lost. */
  const forgotten = new Set<User>();
  let counts = { notified: 0, rests: 0 };

  function observeVms(phases: Truth['phases']): boolean {
    let hasChanged = false;
    for (const [name, phase] of phases) {
      const vm = seen.get(name) ?? { phases: [NEW], index: 0 };
      seen.set(name, vm);
      const known = ENDS.includes(phase) ? 'ended' : phase;
      if (vm.phases.at(-1) === known) continue;
      vm.phases.push(known);
      hasChanged = true;
    }
    return hasChanged;
  }

  const limits = () => {
    const ranges = [...spent.values()].map(({ range }) => range);
    const least = ranges.reduce((sum, range) => sum + range.least, 0);
    const most = ranges.reduce((sum, range) => sum + range.most, 0);
    return {
      wasOver: isMisled || most > limit - ROUNDING,
      wasUnder: isMisled || least < ENDS_BELOW * limit + ROUNDING,
    };
  };

  function alerted(isOpened: boolean): string | null {
    const { wasOver, wasUnder } = limits();
    const isPossible = isOpened ? wasOver : wasUnder;
    const isRepeated = isOpened === isAlertOpen && !(isOpened ? wasUnder : wasOver);
    isAlertOpen = isOpened;
    if (isPossible && !isRepeated) return null;
    return `${isPossible ? 'repeated' : 'false'}: alert ${isOpened ? 'opened' : 'closed'}`;
  }

  function changed(name: string, change: string): string | null {
    const vm = seen.get(name);
    // A fault made it up.
    if (vm === undefined) return null;
    const phase = ENDS.includes(change) ? 'ended' : change;
    const index = vm.phases.indexOf(phase, vm.index + 1);
    told.set(name, phase);
    if (index < 0) return `${vm.phases.includes(phase) ? 'repeated' : 'false'}: ${name} ${change}`;
    vm.index = index;
    return null;
  }

  function missedChanges(): readonly string[] {
    return [...seen].flatMap(([name, { phases }]) => {
      const phase = phases.at(-1) ?? NEW;
      if (!NOTIFIED.includes(phase)) return [];
      const before = told.get(name);
      const isForgotten = [...forgotten].some((user) => name.startsWith(user));
      told.set(name, phase);
      const isKnown = before !== undefined && phases[0] !== NEW && !isForgotten;
      return isKnown && before !== phase ? [`missed: ${name} ${phase}`] : [];
    });
  }

  function missedAlerts(truths: readonly Truth[]): readonly string[] {
    const rate = rateOf(truths);
    if (!isAlertOpen && rate > limit + ROUNDING) return [`missed: alert at ${rate} $/h`];
    const isUnder = truths.every((each) => each.rate !== null) && rate < ENDS_BELOW * limit;
    return isAlertOpen && isUnder ? [`missed: alert closed at ${rate} $/h`] : [];
  }

  return {
    /** An account, each time that it may have changed. Returns whether it has. */
    observe(user: User, { phases, rate }: Truth, at: number): boolean {
      const known = [...seen].filter(([name]) => name.startsWith(user) && !phases.has(name));
      const ended = known.map(([name]) => [name, 'gone'] as const);
      const now = rate ?? 0;
      const money = spent.get(user) ?? {
        ...{ at, rate: now, billed: 0 },
        range: { least: now, most: now },
      };
      spent.set(user, money);
      money.billed += (money.rate * (at - money.at)) / HOUR_MS;
      const { least, most } = money.range;
      const range = { least: Math.min(least, now), most: Math.max(most, now) };
      const hasRateChanged = money.rate !== now;
      Object.assign(money, { at, rate: now, range });
      return observeVms(new Map([...phases, ...ended])) || hasRateChanged;
    },
    notified(event: AppEvent, at: number): void {
      counts = { ...counts, notified: counts.notified + 1 };
      let wrong: string | null = `unexpected: ${JSON.stringify(event)}`;
      if (event.kind === 'vm') wrong = changed(event.name, event.facts?.change ?? '');
      if (event.kind === 'alertOpened') wrong = alerted(true);
      if (event.kind === 'alertClosed') wrong = alerted(false);
      if (wrong !== null) found.events.push(`${stamp(at)} ${wrong}`);
    },
    misled: (): void => {
      isMisled = true;
    },
    forgotten: (user: User): void => void forgotten.add(user),
    /** The app has read each account twice since the last change, and notified of it. @param ids of the accounts */
    rested(
      state: Shown,
      ids: ReadonlyMap<User, string>,
      truths: ReadonlyMap<User, Truth>,
      at: number,
    ): void {
      const facts = [...truths].flatMap(([user, truth]) =>
        wrongFacts(state, ids.get(user), truth).map((fact) => `${user}: ${fact}`),
      );
      const billed = [...spent.values()].reduce((sum, each) => sum + each.billed, 0);
      highestRate = Math.max(highestRate, rateOf([...truths.values()]));
      const error = MONTH_ERROR.part * billed + MONTH_ERROR.hours * highestRate;
      const tooHigh = state.costs.month.isAtLeast ? FLOOR_ERROR * highestRate : error;
      facts.push(...wrongMonth(state, billed, { tooHigh, tooLow: error }, at));
      found.facts.push(...facts.map((fact) => `${stamp(at)} ${fact}`));
      const missed = [...missedChanges(), ...missedAlerts([...truths.values()])];
      found.events.push(...missed.map((text) => `${stamp(at)} ${text}`));
      for (const vm of seen.values()) {
        vm.phases.splice(0, vm.phases.length - 1);
        vm.index = 0;
      }
      for (const money of spent.values()) money.range = { least: money.rate, most: money.rate };
      isMisled = false;
      forgotten.clear();
      counts = { ...counts, rests: counts.rests + 1 };
    },
    /** @param why the app did not come to rest */
    restless: (why: string, at: number): void => void found.facts.push(`${stamp(at)} ${why}`),
    result: () => ({ ...found, ...counts }),
  };
}

const rateOf = (truths: readonly Truth[]) => truths.reduce((sum, { rate }) => sum + (rate ?? 0), 0);

/** Without destroyed VMs, which need not be read each time. */
const textOf = (phases: readonly (readonly [name: string, phase: string])[]) =>
  phases
    .filter(([, phase]) => phase !== 'destroyed')
    .map((pair) => pair.join(' '))
    .toSorted()
    .join(', ');

function wrongFacts({ snapshots }: Shown, id: string | undefined, truth: Truth) {
  const snapshot = snapshots[id ?? ''];
  const vms = confirmedVms(snapshot);
  const rate = shownRate(snapshot?.spend.value);
  const shown = textOf(vms.map((vm) => [vm.label ?? vm.id, vm.phase]));
  const listed = textOf([...truth.phases]);
  const isSameRate = Math.abs((rate ?? -1) - (truth.rate ?? -1)) < 0.000_001;
  const starts = vms.flatMap(({ id: vmId, label, startedAt }) => {
    const start = truth.starts.get(label ?? vmId);
    const isRight = Math.abs(Date.parse(startedAt ?? '') - (start ?? 0)) <= START_MS;
    return start === undefined || isRight ? [] : [`${label} runs since ${startedAt}`];
  });
  return [
    ...(shown === listed ? [] : [`VMs: ${shown}; at the service: ${listed}`]),
    ...(isSameRate ? [] : [`rate: ${rate}; at the service: ${truth.rate}`]),
    ...starts,
  ];
}

/** @param billed $ since the start of the world @param errors $ */
function wrongMonth(
  { costs: { month } }: Shown,
  billed: number,
  errors: { readonly tooHigh: number; readonly tooLow: number },
  at: number,
): readonly string[] {
  const { known, asOf, perHour, isAtLeast = false } = month;
  if (known === null) return [];
  const shown = known + ((perHour ?? 0) * (at - asOf)) / HOUR_MS;
  const isWrong = shown > billed + errors.tooHigh || (!isAtLeast && shown < billed - errors.tooLow);
  return isWrong ? [`month: ${isAtLeast ? '≥ ' : ''}${shown}; billed: ${billed}`] : [];
}
