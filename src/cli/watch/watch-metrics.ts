import type { Application } from '../../core/app/index.ts';
import type { Clock } from '../../core/clock.ts';
import {
  addressText,
  type MetricsAddress,
  metricsText,
  serveMetrics,
} from '../../core/metrics/index.ts';
import { dataAsOf, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { refuse } from '../errors.ts';
import type { Round } from './heartbeat.ts';
import { watch as messages } from './messages.ts';

/** Serves the figures of the moment. @throws CommandError for an address that it cannot listen at, after the application stopped */
export async function startMetrics(
  address: MetricsAddress,
  { state, unconfirmedStops, stop }: Pick<Application, 'state' | 'unconfirmedStops' | 'stop'>,
  rounds: ReadonlyMap<string, Round>,
  clock: Pick<Clock, 'now'>,
) {
  function text(): string {
    const app = state();
    // Another process sends and stops, and its figures are not here.
    const acts = app.actsElsewhere === null;
    const deliveries = Object.values(app.deliveries);
    const counts = {
      asOf: (id: string) =>
        dataAsOf(app.snapshots[id] ?? UNKNOWN_STATE, rounds.get(id)?.readAt ?? null),
      alertsFiring: acts ? app.alerts.length : null,
      autoStopsDue: acts ? unconfirmedStops().length : null,
      messagesWaiting: acts ? deliveries.reduce((sum, { waiting }) => sum + waiting, 0) : null,
    };
    return metricsText(app, counts, clock.now());
  }
  try {
    return await serveMetrics(address, text);
  } catch (error) {
    await stop();
    if (!(error instanceof Error && 'code' in error)) throw error;
    return refuse(messages.notServed(addressText(address), error.message));
  }
}
