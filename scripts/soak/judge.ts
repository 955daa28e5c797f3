import type { AppEvent } from '../../src/core/app/index.ts';
import type { AlertEvent } from '../../src/core/events/index.ts';
import { confirmedVms } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import type { AccountSnapshot } from '../../src/shared/polling/polling-slice.ts';
import type { AppState } from '../../src/shared/state/index.ts';
import { shownRate } from '../../src/shared/usage/figures.ts';
import { stamp } from './report.ts';

/** $/h; the app compares amounts as it shows them, each VM's in cents. */
const ROUNDING = 0.02;
/** Part of the limit below which an alert ends. */
const ENDS_BELOW = 0.95;
/** Part of a month's bill, and hours at the highest rate: a change between two polls counts until the next report. */
const MONTH_ERROR = { part: 0.06, hours: 1 };
/** Hours at the highest rate by which a floor may be too high. */
const FLOOR_ERROR = 0.25;

/** Until an event is notified: the ten seconds of a notification, and the summary after a sleep. */
const JOINED_MS = MINUTE_MS;

/** Phases that are notified. A VM that is destroyed leaves the list soon: both are its end. */
const NOTIFIED = ['running', 'interrupted', 'failed', 'offline', 'stopped', 'ended'];
const phaseOf = (phase: string) => (['destroyed', 'gone'].includes(phase) ? 'ended' : phase);

type Costs = AppState['costs'];

/** The service while nothing happens. */
export interface Truth {
  /** By the VM's id, as a list without faults shows them. */
  readonly phases: ReadonlyMap<string, string>;
  /** As an application shows each account that has just started. */
  readonly first: readonly AccountSnapshot[];
  /** $ of the month; null: the provider shares no bills. */
  readonly billed: number | null;
}

/** Judges the application at rest by the service alone, and its events by both rests around them. */
export function createJudge(limit: number) {
  /** The phase of each VM that was notified or known last, by id. */
  const known = new Map<string, string>();
  const findings = { events: [] as string[], facts: [] as string[] };
  const counts = { notified: 0, rests: 0 };
  let highestRate = 0;
  let isAlertOpen = false;
  /** Until the next rest. */
  const round = {
    /** Nothing happens at the service: any event is false. */
    isQuiet: false,
    /** The app received what was made up. */
    isMisled: false,
    /** The user signed in, and the VMs that the app knew are lost. */
    isForgotten: false,
  };

  function isFalseRate(event: AlertEvent): boolean {
    const isOpened = event.kind === 'alertOpened';
    // Of an alert that opens and ends before it is notified, the notification has the end only.
    const isJoined = event.kind === 'alertClosed' && event.at - event.openedAt < JOINED_MS;
    const isRepeated = isOpened === isAlertOpen && !isJoined;
    isAlertOpen = isOpened;
    return (round.isQuiet || isRepeated) && !round.isMisled;
  }

  function wrongEvent(event: AppEvent): string | null {
    if (event.kind === 'vm') {
      // Otherwise a fault made the VM up, or it is new.
      const isKnown = known.has(event.vmId);
      if (isKnown) known.set(event.vmId, phaseOf(event.facts?.change ?? ''));
      return isKnown && round.isQuiet ? 'false' : null;
    }
    const isRate = 'rule' in event && event.rule === 'hourlyRate';
    return isRate && isFalseRate(event) ? 'false or repeated' : null;
  }

  function missedChanges(phases: Truth['phases']): readonly string[] {
    return [...new Set([...known.keys(), ...phases.keys()])].flatMap((id) => {
      const phase = phaseOf(phases.get(id) ?? 'gone');
      const before = known.get(id);
      known.set(id, phase);
      const isMissed = before !== undefined && before !== phase && NOTIFIED.includes(phase);
      return isMissed && !round.isForgotten ? [`missed: ${id} ${phase}`] : [];
    });
  }

  function missedAlert(rate: number): readonly string[] {
    const isMissed = isAlertOpen ? rate < ENDS_BELOW * limit : rate > limit + ROUNDING;
    return isMissed ? [`missed: alert ${isAlertOpen ? 'closed' : 'opened'} at ${rate} $/h`] : [];
  }

  return {
    notified(event: AppEvent, at: number): void {
      counts.notified += 1;
      const wrong = wrongEvent(event);
      if (wrong !== null) findings.events.push(`${stamp(at)} ${wrong}: ${JSON.stringify(event)}`);
    },
    /** The app has read each account twice since the last change, and notified of it. */
    rested(accounts: Truth['first'], costs: Costs, truth: Truth, at: number): void {
      const rate = ratesOf(truth.first).reduce<number>((sum, one) => sum + (one ?? 0), 0);
      highestRate = Math.max(highestRate, rate);
      const month = wrongMonth(costs, truth.billed, highestRate, at);
      const facts = [...wrongFacts(accounts, truth), ...month];
      const missed = [...missedChanges(truth.phases), ...missedAlert(rate)];
      const dated = (text: string) => `${stamp(at)} ${text}`;
      findings.facts.push(...facts.map(dated));
      findings.events.push(...missed.map(dated));
      Object.assign(round, { isMisled: false, isForgotten: false });
      counts.rests += 1;
    },
    ...{ findings, counts, round },
  };
}

/** Without destroyed VMs, which need not be read each time. */
const textOf = (phases: Iterable<readonly [id: string, phase: string]>) =>
  [...phases]
    .filter(([, phase]) => phase !== 'destroyed')
    .map((pair) => pair.join(' '))
    .toSorted()
    .join(', ');

const ratesOf = (accounts: Truth['first']) => accounts.map(({ spend }) => shownRate(spend.value));

function wrongFacts(accounts: Truth['first'], { phases, first }: Truth): readonly string[] {
  const shown = textOf(accounts.flatMap(confirmedVms).map((vm) => [vm.id, vm.phase]));
  const listed = textOf(phases);
  const [rates, read] = [accounts, first].map((each) =>
    ratesOf(each)
      .map((rate) => rate?.toFixed(6) ?? 'unknown')
      .join(),
  );
  return [
    ...(shown === listed ? [] : [`VMs: ${shown}; at the service: ${listed}`]),
    ...(rates === read ? [] : [`rates: ${rates}; at the service: ${read}`]),
  ];
}

/** @param highestRate $/h */
function wrongMonth({ month }: Costs, billed: number | null, highestRate: number, at: number) {
  const { known, asOf, perHour, isAtLeast = false } = month;
  if (known === null || billed === null) return [];
  const shown = known + ((perHour ?? 0) * (at - asOf)) / HOUR_MS;
  const error = MONTH_ERROR.part * billed + MONTH_ERROR.hours * highestRate;
  const tooHigh = isAtLeast ? FLOOR_ERROR * highestRate : error;
  const isWrong = shown > billed + tooHigh || (!isAtLeast && shown < billed - error);
  return isWrong ? [`month: ${isAtLeast ? '≥ ' : ''}${shown}; billed: ${billed}`] : [];
}
