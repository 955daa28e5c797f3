// Not part of the panel's first screen, which has a limit of bytes.
import type { AccountsSlice } from '../accounts/accounts-slice.ts';
import { formatRate } from '../format/index.ts';
import type { PollingSlice } from '../polling/polling-slice.ts';
import type { PreferencesSlice } from '../settings/preferences.ts';
import { shownCost } from '../usage/app-totals.ts';
import { figuresOf, shownRate } from '../usage/figures.ts';
import { monthForecast } from '../usage/outlook.ts';
import type { UsageSlice } from '../usage/usage-slice.ts';
import type { Alert } from './alert.ts';
import { comparedFigures } from './alert-messages.ts';
import { type AlertRule, groupOf, isAmountRule } from './alert-rules.ts';

type Figures = Pick<AccountsSlice, 'accounts'> & Pick<PollingSlice, 'snapshots'> & UsageSlice;

/** The present figure of a rule, in its unit; null: unknown, or one per VM. @param accountId of a rule of one account @param now ms since the epoch */
export function figureNow(app: Figures, rule: AlertRule, accountId: string | null, now: number) {
  const figures = figuresOf(app);
  const spend = app.snapshots[accountId ?? '']?.spend.value;
  switch (rule) {
    case 'hourlyRate':
      return { value: figures.shownRate, isAtLeast: figures.isAtLeast };
    case 'accountRate':
      return { value: shownRate(spend), isAtLeast: spend?.isAtLeast ?? false };
    case 'spendToday': {
      const { amount, isAtLeast } = shownCost(app, 'today', now);
      return { value: amount, isAtLeast };
    }
    case 'monthForecast':
      return {
        value: monthForecast(app, now),
        isAtLeast: app.costs.month.isAtLeast ?? false,
      };
    case 'balanceLow':
      return { value: app.balances[accountId ?? ''] ?? null };
    default:
      return { value: null };
  }
}

/** What an amount is of; the hourly rate of all accounts needs no name. */
const ABOUT: Partial<Record<AlertRule, (name: string) => string>> = {
  accountRate: (name) => `${name} `,
  spendToday: () => 'Today ',
  monthForecast: () => 'Forecast ',
  balanceLow: (name) => `Balance of ${name} `,
};

/** By how much: `$21.36/h, limit $20`; of a VM its title and rate. Hidden amounts leave the title. */
export function alertNow(app: Figures & PreferencesSlice, alert: Alert, now: number): string {
  const { rule, accountId, name, limit, ratePerHour, message } = alert;
  if (app.preferences.hideAmounts) return message;
  if (!isAmountRule(rule)) {
    const hasRate = groupOf(rule) === 'vms' && ratePerHour !== null;
    return hasRate ? `${message} · ${formatRate(ratePerHour)}` : message;
  }
  const present = figureNow(app, rule, accountId, now);
  const { value, isAtLeast = false } =
    present.value === null ? { value: alert.value, isAtLeast: alert.isLowerBound } : present;
  // Nothing is left: the message says it.
  if (value === null || (rule === 'balanceLow' && value <= 0)) return message;
  const about = ABOUT[rule]?.(name ?? '') ?? '';
  return `${about}${comparedFigures(rule, value, limit, isAtLeast)}`;
}
