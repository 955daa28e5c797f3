/** Unit of a limit. `rate`: $/h, `money`: $; both are amounts, which can be hidden. */
export type RuleUnit = 'rate' | 'money' | 'hours' | 'minutes';

/** @param limit null: the rule has no number; for the hourly rate also: no limit was chosen yet */
function rule(isOn: boolean, unit: RuleUnit | null, limit: number | null) {
  return { initial: { isOn, limit }, unit } as const;
}

export type RuleDefinition = ReturnType<typeof rule>;
export type RuleSetting = RuleDefinition['initial'];

/**
 * The rules that open alerts, as people set them, in the order of alerts that open together. `core/alerts` has the observations of each
 * rule, `alert-messages.ts` the texts.
 */
export const ALERT_RULES = {
  /** On without a limit: the first run asks for one. */
  hourlyRate: rule(true, 'rate', null),
  /** Each account, where there are several. */
  accountRate: rule(false, 'rate', 5),
  spendToday: rule(false, 'money', 50),
  monthForecast: rule(false, 'money', 1_000),
  /** Balance and how long it lasts, where the provider tells the balance. */
  balanceLow: rule(false, 'money', 10),
  balanceEnds: rule(true, 'hours', 24),
  noData: rule(true, 'minutes', 10),
  runningLong: rule(false, 'hours', 24),
  /** Load of a VM below `idlePercent` for that long. */
  idle: rule(false, 'hours', 1),
  /** A VM whose GPUs have worked and are idle now. */
  finished: rule(true, null, null),
  /** VMs that are billed and may have no stop, where the provider says what is possible. */
  stuck: rule(true, null, null),
  /** Weekly: VMs that do not run and still cost. */
  stoppedBilled: rule(true, null, null),
  /** 3 days and 1 day before, where the provider says when. */
  contractEnds: rule(true, null, null),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type AlertRule = keyof typeof ALERT_RULES;

/** Rules about changes of a VM, without a limit. */
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
  vmUnknown: rule(false, null, null),
} as const satisfies Readonly<Record<string, RuleDefinition>>;

export type StatusRule = keyof typeof STATUS_RULES;

export function isAmountRule(kind: AlertRule): boolean {
  const { unit } = ALERT_RULES[kind];
  return unit === 'rate' || unit === 'money';
}

export type RuleGroup = 'money' | 'vms' | 'data';

export function groupOf(kind: AlertRule): RuleGroup {
  if (kind === 'noData') return 'data';
  return kind === 'balanceEnds' || isAmountRule(kind) ? 'money' : 'vms';
}

export function isAlertRule(text: unknown): text is AlertRule {
  return typeof text === 'string' && Object.hasOwn(ALERT_RULES, text);
}

export const MAX_LIMIT = 1_000_000;

/** The limit of a rule that is on; null: it is off, or has no limit yet. A rule without a number has the limit 0. */
export function limitOf(kind: AlertRule, { isOn, limit }: RuleSetting): number | null {
  if (!isOn) return null;
  return ALERT_RULES[kind].unit === null ? 0 : limit;
}
