import { type AccountSnapshot, type AppState, appTotals } from '../../shared/app/index.ts';
import { printable } from '../../shared/format/index.ts';
import type { Clock } from '../clock.ts';
import type { Monitor, PollReport } from '../monitor/index.ts';
import type { AlertWatch } from './alert-watch.ts';
import type { DesktopPorts } from './application.ts';
import { withRateChange } from './costs.ts';
import { notificationsOf } from './notifications.ts';
import { withRate } from './rates.ts';
import { createRounds } from './rounds.ts';
import type { StateStore } from './state-store.ts';

/** Where the news of the polls comes from, and all that it goes to. */
export interface LiveFiguresPorts {
  readonly store: StateStore;
  readonly monitor: Pick<Monitor, 'onPoll'>;
  readonly alerts: AlertWatch;
  readonly desktop: Pick<DesktopPorts, 'notify'>;
  readonly clock: Clock;
  /** How long the computer slept before the news that come after a wake, ms. */
  readonly awayMs: () => number | null;
}

/** The rate of all accounts, $/h; null while one is not known. */
export function rateOf(state: AppState): number | null {
  return appTotals(state).ratePerHour;
}

/** Turns what the monitor hears into the state, and into what people are told. Returns its own end. */
export function followMonitor(ports: LiveFiguresPorts): () => void {
  const { store, monitor, alerts, desktop, clock } = ports;

  function tell(report: PollReport): void {
    const { accounts, preferences } = store.get();
    const account = accounts.find(({ id }) => id === report.accountId);
    if (account === undefined || !preferences.notifyStatusChanges) return;
    const context = {
      account,
      hasOthers: accounts.length > 1,
      currency: preferences.hideAmounts ? null : preferences.currency,
      awayMs: ports.awayMs(),
    };
    for (const notification of notificationsOf(report, context)) desktop.notify(notification);
  }

  function apply(report: PollReport): void {
    const snapshot: AccountSnapshot = { ...report.after, asOf: report.asOf };
    store.set({ snapshots: { ...store.get().snapshots, [report.accountId]: snapshot } });
    const state = store.get();
    const rate = rateOf(state);
    const now = clock.now();
    store.set({
      rates: withRate(state.rates, rate, now),
      costs: withRateChange(state.costs, rate, now),
    });
    tell(report);
  }

  const beginsRound = createRounds();

  function observe(accountId: string): void {
    if (!beginsRound(accountId)) return;
    const opened = alerts.observe(store.get());
    const open = alerts.open(store.get());
    const ids = (list: AppState['alerts']) => list.map(({ id }) => id).join();
    if (ids(open) !== ids(store.get().alerts)) store.set({ alerts: open });
    const { hideAmounts } = store.get().preferences;
    for (const { message } of opened) {
      desktop.notify({
        title: 'Your hourly rate is high',
        body: hideAmounts ? 'It is above your limit.' : printable(message),
        destination: { kind: 'alerts' },
      });
    }
  }

  return monitor.onPoll((report) => {
    if (report.before !== report.after) apply(report);
    if (!report.hasFailed) observe(report.accountId);
  });
}
