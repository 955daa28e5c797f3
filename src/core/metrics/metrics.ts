import { accountNames } from '../../shared/accounts/index.ts';
import { accountStatus, type VmList } from '../../shared/domain/account-state.ts';
import { VM_PHASES } from '../../shared/domain/vm.ts';
import type { AppState } from '../../shared/state/index.ts';
import { costIn } from '../../shared/usage/app-totals.ts';
import { figuresOf, located } from '../../shared/usage/figures.ts';

interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

type Metric = readonly [help: string, samples: readonly Sample[]];

/** A lone surrogate has no UTF-8. */
const escaped = (text: string) =>
  text.toWellFormed().replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function labelsText(labels: NonNullable<Sample['labels']>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** In Prometheus' text format 0.0.4; empty without samples. */
function gauge(name: string, [help, samples]: Metric): string {
  if (samples.length === 0) return '';
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`);
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
}

type Account = ReturnType<typeof located>[number];

/** The figures beside the state; null is unknown, and gets no sample. */
export interface Counts {
  /** When the account's figures were read, or are of, ms since the epoch; null: never. */
  readonly asOf: (accountId: string) => number | null;
  readonly alertsFiring: number | null;
  readonly autoStopsDue: number | null;
  readonly messagesWaiting: number | null;
}

const isWhole = ({ isComplete, skipped }: VmList) => isComplete && skipped === 0;

/** VMs by phase. A phase without one is 0 only where the list is whole. */
function phasesOf(list: VmList): readonly (readonly [string, number])[] {
  const vms = Map.groupBy(list.vms, ({ phase }) => phase);
  const counts = VM_PHASES.map((phase) => [phase, vms.get(phase)?.length ?? 0] as const);
  return counts.filter(([, count]) => count > 0 || isWhole(list));
}

const flag = (isSet: boolean) => (isSet ? 1 : 0);

/** One sample without labels; none for an unknown figure. */
const sole = (value: number | null): readonly Sample[] => (value === null ? [] : [{ value }]);

type MeasuredState = Pick<AppState, 'accounts' | 'snapshots' | 'balances' | 'costs'>;

/** The metrics as text for Prometheus, gauges only. @param now ms since the epoch */
export function metricsText(app: MeasuredState, counts: Counts, now: number): string {
  const accounts = located(app);
  const names = accountNames(accounts);
  const labels = ({ id, provider }: Account) => ({ provider, account: names.get(id)?.name ?? id });
  const { ratePerHour } = figuresOf(app);

  /** A sample per account with a known figure. */
  const each = (figureOf: (account: Account) => number | null): readonly Sample[] =>
    accounts.flatMap((account) => {
      const value = figureOf(account);
      return value === null ? [] : [{ labels: labels(account), value }];
    });

  const metrics: Readonly<Record<string, Metric>> = {
    gpu_tray_up: [
      'Whether the last reading of the account succeeded.',
      each(({ state }) => {
        const status = accountStatus(state);
        return status === 'starting' ? null : flag(status === 'live');
      }),
    ],
    gpu_tray_data_age_seconds: [
      'Age of the figures of the account. Its other metrics keep their last value meanwhile.',
      each(({ id }) => {
        const asOf = counts.asOf(id);
        return asOf === null ? null : Math.round(Math.max(0, now - asOf) / 1000);
      }),
    ],
    gpu_tray_vms: [
      'VMs by phase; a minimum where gpu_tray_vms_complete is 0. VMs that several accounts share count for each.',
      accounts.flatMap((account) =>
        (account.state.vms.value === null ? [] : phasesOf(account.state.vms.value)).map(
          ([phase, value]) => ({ labels: { ...labels(account), phase }, value }),
        ),
      ),
    ],
    gpu_tray_vms_complete: [
      'Whether gpu_tray_vms has all VMs of the account.',
      each(({ state: { vms } }) => vms.value && flag(isWhole(vms.value))),
    ],
    gpu_tray_rate_dollars_per_hour: [
      'Hourly rate of the account; a minimum where gpu_tray_rate_is_at_least is 1.',
      each(({ state: { spend } }) => spend.value?.perHour ?? null),
    ],
    gpu_tray_rate_is_at_least: [
      'Whether the rate of the account is a minimum.',
      each(({ state: { spend } }) => spend.value && flag(spend.value.isAtLeast === true)),
    ],
    gpu_tray_balance_dollars: [
      'Balance of the account, where the provider reports it.',
      each(({ id }) => app.balances[id] ?? null),
    ],
    gpu_tray_all_rate_dollars_per_hour: [
      'Hourly rate of all accounts, shared VMs counted once; a minimum where gpu_tray_rate_is_at_least is 1 for an account.',
      sole(ratePerHour),
    ],
    gpu_tray_all_today_dollars: [
      'Cost of all accounts since midnight UTC. A minimum while a report is late or missing, or where only measured costs are known.',
      sole(costIn('today', app.costs.today, now)),
    ],
    gpu_tray_all_month_dollars: [
      'Cost of all accounts since the first of the month, UTC. A minimum while a report is late or missing, or where only measured costs are known.',
      sole(costIn('month', app.costs.month, now)),
    ],
    gpu_tray_alerts_firing: ['Firing alerts, including snoozed ones.', sole(counts.alertsFiring)],
    gpu_tray_auto_stops_due: [
      'Auto-stops that were due without a confirmed stop.',
      sole(counts.autoStopsDue),
    ],
    gpu_tray_messages_waiting: ['Messages not sent yet.', sole(counts.messagesWaiting)],
  };
  return Object.entries(metrics)
    .map(([name, metric]) => gauge(name, metric))
    .join('');
}
