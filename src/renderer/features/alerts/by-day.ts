import type { RecentEvent } from '../../../shared/alerts/index.ts';
import { shortDate } from '../../../shared/format/index.ts';
import { messages } from './messages.ts';

export interface Day {
  readonly label: string;
  readonly events: readonly RecentEvent[];
}

const dateOf = (at: number) => new Date(at).toDateString();

function labelOf(at: number, now: number): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (dateOf(at) === dateOf(now)) return messages.today;
  return dateOf(at) === yesterday.toDateString() ? messages.yesterday : shortDate(at);
}

/** @param events newest first @param now ms since the epoch */
export function byDay(events: readonly RecentEvent[], now: number): readonly Day[] {
  const days = new Map<string, RecentEvent[]>();
  for (const event of events) {
    const label = labelOf(event.at, now);
    days.set(label, [...(days.get(label) ?? []), event]);
  }
  return [...days].map(([label, inDay]) => ({ label, events: inDay }));
}
