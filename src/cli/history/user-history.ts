import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failedTo } from '../../core/files/index.ts';
import {
  type History,
  measuredCosts,
  measuredToday,
  NewerHistory,
  openHistory,
} from '../../core/history/index.ts';
import { CommandError, EXIT } from '../errors.ts';
import { events } from '../messages.ts';
import type { UserSettings } from '../user.ts';

/** Opens the history, which the app may be writing. @param use its argument is null without a history @throws CommandError */
export async function withHistory<T>(
  { folder }: Pick<UserSettings, 'folder'>,
  use: (history: History | null) => Promise<T> | T,
  isReadOnly = true,
): Promise<T> {
  const path = join(folder, 'history.db');
  let history: History | null = null;
  try {
    history = existsSync(path) ? openHistory(path, isReadOnly) : null;
    return await use(history);
  } catch (error) {
    if (error instanceof NewerHistory) throw new CommandError(EXIT.outOfDate, events.newer);
    return failedTo(`read the history ${path}`)(error);
  } finally {
    history?.close();
  }
}

/** The costs of an account by the app's history; null: it cannot be read. */
export function measuredBy(settings: Pick<UserSettings, 'folder'>) {
  const read = <T>(use: (history: History) => T) =>
    withHistory(settings, (history) => history && use(history)).catch(() => null);
  return {
    /** The costs of accounts whose provider reports none. */
    costs: (accountId: string, now: number) =>
      read((history) => measuredCosts(history, accountId, now)),
    /** The measured cost of an account's day. */
    today: (accountId: string, now: number) =>
      read((history) => measuredToday(history, accountId, now)),
  };
}
