import { hasShape, isBoolean, isNumber } from '../has-shape.ts';

/** What the user sets of a rule. */
export interface RuleSetting {
  readonly isOn: boolean;
  /** In the rule's unit. Null: the rule has no number; of the hourly rate also: no limit was chosen yet. */
  readonly limit: number | null;
}

/** What the number of a rule is. `rate`: $/h, `money`: $; both are amounts, which can be hidden. */
export type RuleUnit = 'rate' | 'money' | 'hours' | 'minutes';

interface RuleDefinition {
  readonly initial: RuleSetting;
  /** Null: the rule has no number. */
  readonly unit: RuleUnit | null;
}

function rule(isOn: boolean, unit: RuleUnit | null, limit: number | null): RuleDefinition {
  return { initial: { isOn, limit }, unit };
}

/** The rules that open alerts, as people set them; `core/alerts` has what each observes, `alert-messages.ts` its texts. */
export const ALERT_RULES = {
  /** Of all accounts together. On without a limit: the first run asks for one. */
  hourlyRate: rule(true, 'rate', null),
  /** Of each account, where there are several. */
  accountRate: rule(false, 'rate', 5),
  spendToday: rule(false, 'money', 50),
  monthForecast: rule(false, 'money', 1_000),
  /** Of an account whose service profile says where its balance is: what is left, and how long that lasts. */
  balanceLow: rule(false, 'money', 10),
  balanceEnds: rule(true, 'hours', 24),
  /** Of a VM. */
  runningLong: rule(true, 'hours', 24),
  /** Of a VM: its load is below `idlePercent` for so long. */
  idle: rule(false, 'hours', 1),
  /** Of a VM whose GPU load is shown: it has worked, and does nothing any more. */
  finished: rule(true, null, null),
  /** VMs of an account that do not run and still cost; once a week. */
  stoppedBilled: rule(true, null, null),
  /** Of an account. */
  noData: rule(true, 'minutes', 10),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

/** A rule that opens alerts. */
export type AlertRule = keyof typeof ALERT_RULES;

/** Which changes of a VM are notified. They set no limit. */
export const STATUS_RULES = {
  vmInterrupted: rule(true, null, null),
  vmFailed: rule(true, null, null),
  vmOffline: rule(true, null, null),
  vmRunning: rule(true, null, null),
  /** Without a stop or destroy from here. */
  vmStopped: rule(true, null, null),
  /** Destroyed, or no longer listed. */
  vmGone: rule(true, null, null),
  /** Launched elsewhere. */
  vmAppeared: rule(false, null, null),
  /** An undocumented status. */
  vmUnknown: rule(false, null, null),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

/** A rule about a change of a VM. */
export type StatusRule = keyof typeof STATUS_RULES;

/** Whether a text names a rule of this version. */
export function isAlertRule(text: unknown): text is AlertRule {
  return typeof text === 'string' && Object.hasOwn(ALERT_RULES, text);
}

/** The largest number of a rule. */
export const MAX_LIMIT = 1_000_000;

/** Validates a RuleSetting. */
export function isRuleSetting({ initial, unit }: RuleDefinition, value: unknown): boolean {
  const isLimit = isNumber(0, MAX_LIMIT);
  return hasShape<RuleSetting>(value, {
    isOn: isBoolean,
    limit: (limit) => (limit === null ? initial.limit === null : unit !== null && isLimit(limit)),
  });
}

/** The limit of a rule that is on; null: it is off, or has no limit yet. A rule without a number has the limit 0. */
export function limitOf(kind: AlertRule, { isOn, limit }: RuleSetting): number | null {
  if (!isOn) return null;
  return ALERT_RULES[kind].unit === null ? 0 : limit;
}
