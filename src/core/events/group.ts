import { sumRates } from '../../shared/domain/billing.ts';
import { formatDuration, formatRate, hiding, MINUTE_MS } from '../../shared/format/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import type { AppEvent } from './event.ts';
import type { EventText, Notification } from './notification.ts';
import { alertKeyOf, manyOf, textOf } from './text.ts';
import { listed } from './text-parts.ts';

/** The first of a group, with their facts: 10,000 changes of one poll are one record. */
const MAX_EVENTS = 50;
/** Each alert is a message of its own, with its own end. */
const MAX_ALERTS = 500;
export const MAX_NAMES = 3;

export interface Group {
  readonly id: string;
  readonly events: readonly [AppEvent, ...AppEvent[]];
  /** The number of further events, and the sum of their known rates, $/h. */
  readonly more: number;
  readonly perHour: number | null;
}

function rateOf(event: AppEvent): number | null {
  if (event.kind === 'ready') return event.perHour;
  return event.kind === 'vm' ? (event.facts?.perHour ?? null) : null;
}

/** The group with further events of its kind. @param max the number of events that stay with their facts */
export function joinedWith<T extends Group>(
  group: T,
  added: readonly AppEvent[],
  max = alertKeyOf(group.events[0]) === null ? MAX_EVENTS : MAX_ALERTS,
): T {
  const [first, ...own] = group.events;
  const others = [...own, ...added];
  const rest = others.slice(max - 1);
  const rates = [group.perHour, ...rest.map(rateOf)];
  const perHour = sumRates(rates.filter((rate) => rate !== null));
  const more = group.more + rest.length;
  return { ...group, events: [first, ...others.slice(0, max - 1)], more, perHour };
}

/** Without the earlier changes of the alerts that changed again. */
function withoutAlerts(
  groups: readonly Group[],
  keys: ReadonlySet<string | null>,
): readonly Group[] {
  if (keys.size === 0) return groups;
  return groups.flatMap((group) => {
    const [first, ...others] = group.events.filter((event) => !keys.has(alertKeyOf(event)));
    return first === undefined ? [] : [{ ...group, events: [first, ...others] }];
  });
}

/**
 * The groups with further events, each with those of its kind; the last one to grow is shown last. Of an alert only the latest
 * change stays.
 */
export function grouped(
  groups: readonly Group[],
  added: readonly AppEvent[],
  newId: () => string,
): readonly Group[] {
  const latest = new Map(added.map((event, index) => [alertKeyOf(event) ?? index, event]));
  const changed = new Set(added.map(alertKeyOf).filter((key) => key !== null));
  const kinds = Map.groupBy(latest.values(), (event) => manyOf(event) ?? event);
  let next = withoutAlerts(groups, changed);
  for (const [kind, [first, ...others]] of kinds) {
    if (first === undefined) continue;
    // An urgent group may wait beside another group of the same kind: an event joins one group only.
    const known = next.find(({ events: [own] }) => manyOf(own) === kind);
    const group: Group = known ?? { id: newId(), events: [first], more: 0, perHour: null };
    const grown = joinedWith(group, known === undefined ? others : [first, ...others]);
    next = [...next.filter((each) => each !== known), grown];
  }
  return next;
}

/** The words for a group; of several the first three names and the sum of their rates. */
export function groupText(group: Group, state: AppState, now: number): EventText {
  const [first, ...others] = group.events;
  const count = 1 + others.length + group.more;
  if (count === 1) return textOf(first, state, now);
  const rates = [group.perHour, ...group.events.map(rateOf)].filter((rate) => rate !== null);
  const sum = sumRates(rates);
  const rate = sum === null ? '' : ` · ${formatRate(sum)}`;
  const shown = group.events.slice(0, MAX_NAMES);
  const names = shown.map((event) => nameOf(event, state, now)).join(', ');
  const more = count - shown.length;
  const { destination } = textOf(first, state, now);
  return {
    title: hiding(state.preferences)(`${count} ${manyOf(first)}${rate}`),
    body: `${names}${more > 0 ? ` and ${more} more` : ''}`,
    destination: destination.kind === 'vm' ? { kind: 'vms' } : destination,
  };
}

function nameOf(event: AppEvent, state: AppState, now: number): string {
  if (event.kind === 'price') return event.offer.gpu;
  const isOfVm = event.kind === 'vm' || event.kind === 'ready' || event.kind === 'noLogin';
  return isOfVm ? event.name : textOf(event, state, now).title;
}

export function notificationOf(group: Group, state: AppState, now: number): Notification {
  const { hint, ...text } = groupText(group, state, now);
  const body = hint === undefined ? text.body : `${text.body} ${hint}`.trim();
  return { ...text, body, events: group.events };
}

/** The groups of a time away as one, alerts first. @param awayMs negative: the clock was set back */
export function awayNotification(
  groups: readonly Group[],
  awayMs: number,
  state: AppState,
  now: number,
): Notification {
  const duration = awayMs >= MINUTE_MS ? ` (${formatDuration(awayMs)})` : '';
  const events = groups
    .flatMap((group) => group.events)
    .toSorted((a, b) => Number(alertKeyOf(a) === null) - Number(alertKeyOf(b) === null));
  const more = groups.reduce((sum, group) => sum + group.more, 0);
  const titles = events.map((event) => textOf(event, state, now).title);
  return {
    title: `While you were away${duration}`,
    body: listed(titles, events.length + more),
    destination: { kind: 'vms' },
    events,
  };
}
