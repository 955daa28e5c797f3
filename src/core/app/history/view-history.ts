import { existsSync } from 'node:fs';
import pLimit from 'p-limit';
import { type History, measuredCosts, measuredToday, openHistory } from '../../history/index.ts';
import { describeInternalError } from '../../log.ts';
import type { PollReport } from '../../monitor/index.ts';
import { withMeasured } from '../kernel/apply-poll.ts';
import type { PartWith } from '../kernel/ports.ts';
import { type HistoryPorts, keepEvents, showPast, showRates } from './history.ts';

/** Shows what the process that acts has recorded. */
export function viewHistory({ store, clock, log, path }: HistoryPorts) {
  let history: History | null = null;
  const oneAtATime = pLimit(1);

  function close(): void {
    history?.close();
    history = null;
  }

  /** Opened for each use, since the other process replaces a damaged file. Resolves to null without a file. */
  function read<T>(use: (opened: History) => T): Promise<T | null> {
    return oneAtATime(() => {
      close();
      if (!existsSync(path)) return null;
      history = openHistory(path, true);
      return use(history);
    }).catch((error: unknown) => {
      log.warn('history.unread', describeInternalError(error));
      return null;
    });
  }

  return {
    current: () => history,
    measure: (accountId: string, now: number) =>
      read((opened) => measuredCosts(opened, accountId, now)),
    async polled({ accountId }: PollReport): Promise<void> {
      const now = clock.now();
      keepEvents(store, () => false);
      const amount = await read((opened) => {
        showPast(store, opened, []);
        showRates(store, opened, now);
        return measuredToday(opened, accountId, now);
      });
      store.apply(withMeasured(store.core(), accountId, amount, now));
    },
    stop: () => oneAtATime(close),
  } satisfies PartWith<'current' | 'measure'>;
}
