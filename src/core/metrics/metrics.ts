import {
  accountStatus,
  type LocatedState,
  type VmList,
  type VmPhase,
} from '../../shared/domain/index.ts';
import type { ProviderId } from '../../shared/providers/providers.ts';
import { figuresFrom } from '../../shared/usage/index.ts';
import { expositionOf, type Sample } from './exposition.ts';

export interface MeasuredAccount extends LocatedState {
  readonly id: string;
  readonly provider: ProviderId;
  readonly service: string;
  readonly label: string;
  /** When its figures were read, or are of, ms since the epoch; null: never. */
  readonly asOf: number | null;
  /** $; null: unknown, or the provider does not tell it. */
  readonly balance: number | null;
}

/** The figures behind the metrics; null is unknown, and gets no sample. */
export interface Measured {
  readonly accounts: readonly MeasuredAccount[];
  /** ms since the epoch. */
  readonly now: number;
  /** $ of all accounts, VMs of several accounts counted once. */
  readonly today: number | null;
  readonly month: number | null;
  readonly alertsFiring: number | null;
  readonly autoStopsDue: number | null;
  readonly messagesWaiting: number | null;
}

const NO_VMS: Readonly<Record<VmPhase, number>> = {
  creating: 0,
  starting: 0,
  running: 0,
  stopping: 0,
  stopped: 0,
  interrupted: 0,
  destroyed: 0,
  failed: 0,
  offline: 0,
  unknown: 0,
  unconfirmed: 0,
};

const isWhole = ({ isComplete, skipped }: VmList) => isComplete && skipped === 0;

/** VMs by phase. A phase without one is 0 only where the list is whole. */
function phasesOf(list: VmList): readonly (readonly [string, number])[] {
  const counts = { ...NO_VMS };
  for (const { phase } of list.vms) counts[phase] += 1;
  return Object.entries(counts).filter(([, count]) => count > 0 || isWhole(list));
}

/** Labels are unique: accounts may have one label. */
function labelsOf(accounts: readonly MeasuredAccount[]) {
  const nameOf = ({ provider, label }: MeasuredAccount) => `${provider} ${label}`;
  const named = Map.groupBy(accounts, nameOf);
  return (account: MeasuredAccount) => {
    const { id, provider, label } = account;
    const isOnly = named.get(nameOf(account))?.length === 1;
    return { provider, account: isOnly ? label : `${label} (${id})` };
  };
}

const flag = (isSet: boolean) => (isSet ? 1 : 0);

/** One sample without labels; none for an unknown figure. */
const sole = (value: number | null): readonly Sample[] => (value === null ? [] : [{ value }]);

/** The metrics as text for Prometheus, gauges only. */
export function metricsText(measured: Measured): string {
  const { accounts, now } = measured;
  const labels = labelsOf(accounts);
  const { ratePerHour } = figuresFrom(accounts);

  /** A sample per account with a known figure. */
  const each = (figureOf: (account: MeasuredAccount) => number | null): readonly Sample[] =>
    accounts.flatMap((account) => {
      const value = figureOf(account);
      return value === null ? [] : [{ labels: labels(account), value }];
    });

  return expositionOf([
    {
      name: 'gpu_tray_up',
      help: 'Whether the last reading of the account succeeded.',
      samples: each(({ state }) => {
        const status = accountStatus(state);
        return status === 'starting' ? null : flag(status === 'live');
      }),
    },
    {
      name: 'gpu_tray_data_age_seconds',
      help: 'Age of the figures of the account. The others keep their last value while it grows.',
      samples: each(({ asOf }) =>
        asOf === null ? null : Math.round(Math.max(0, now - asOf) / 1000),
      ),
    },
    {
      name: 'gpu_tray_vms',
      help: 'VMs by phase. At least that many where gpu_tray_vms_complete is 0. An account that shares VMs with another one counts them, too.',
      samples: accounts.flatMap((account) =>
        (account.state.vms.value === null ? [] : phasesOf(account.state.vms.value)).map(
          ([phase, value]) => ({ labels: { ...labels(account), phase }, value }),
        ),
      ),
    },
    {
      name: 'gpu_tray_vms_complete',
      help: 'Whether gpu_tray_vms has all VMs of the account.',
      samples: each(({ state: { vms } }) => vms.value && flag(isWhole(vms.value))),
    },
    {
      name: 'gpu_tray_rate_dollars_per_hour',
      help: 'What the account is billed per hour now. At least that where gpu_tray_rate_is_at_least is 1.',
      samples: each(({ state: { spend } }) => spend.value?.perHour ?? null),
    },
    {
      name: 'gpu_tray_rate_is_at_least',
      help: 'Whether something that is billed, too, is not in the rate of the account.',
      samples: each(({ state: { spend } }) => spend.value && flag(spend.value.isAtLeast === true)),
    },
    {
      name: 'gpu_tray_balance_dollars',
      help: 'Balance of the account, where the provider tells it.',
      samples: each(({ balance }) => balance),
    },
    {
      name: 'gpu_tray_all_rate_dollars_per_hour',
      help: 'Rate of all accounts, VMs that several accounts share counted once. At least that where gpu_tray_rate_is_at_least is 1 for one of them.',
      samples: sole(ratePerHour),
    },
    {
      name: 'gpu_tray_all_today_dollars',
      help: 'Cost of all accounts since midnight UTC. At least that while a report is late or missing, or where a provider reports no costs and only what was measured counts.',
      samples: sole(measured.today),
    },
    {
      name: 'gpu_tray_all_month_dollars',
      help: 'Cost of all accounts since the first of the month, UTC. At least that while a report is late or missing, or where a provider reports no costs and only what was measured counts.',
      samples: sole(measured.month),
    },
    {
      name: 'gpu_tray_alerts_firing',
      help: 'Alerts that fire, also those that are snoozed.',
      samples: sole(measured.alertsFiring),
    },
    {
      name: 'gpu_tray_auto_stops_due',
      help: 'Auto-stops that have ended and whose VM is not confirmed as stopped.',
      samples: sole(measured.autoStopsDue),
    },
    {
      name: 'gpu_tray_messages_waiting',
      help: 'Messages that were not sent yet.',
      samples: sole(measured.messagesWaiting),
    },
  ]);
}
