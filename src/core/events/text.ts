import { formatRate, shortLabel } from '../../shared/format/index.ts';
import type { MessageTopic } from '../../shared/messages/messages.ts';
import { filterText } from '../../shared/offers/offer-filter.ts';
import { notDoneTitle } from '../../shared/operations/operation-texts.ts';
import { asOfTime } from '../../shared/polling/freshness.ts';
import type { AppState } from '../../shared/state/index.ts';
import { CHANGE_WORDS } from '../../shared/vms/vm-change.ts';
import { alertText, hasEndText } from './alert-text.ts';
import { autoStopText, isAsPlanned } from './auto-stop-text.ts';
import type { AppEvent, PriceEvent } from './event.ts';
import type { EventText, EventWords } from './notification.ts';
import { withVmFacts } from './text-parts.ts';
import { noLoginText, readyText, vmText } from './vm-text.ts';

function priceText({ at, filter, offer }: PriceEvent, now: number): EventWords {
  const { gpu, gpuCount, cloud, where, perGpuHour } = offer;
  const place = [gpuCount === null ? '' : `${gpuCount} ×`, cloud, where ?? '']
    .filter(Boolean)
    .map(shortLabel)
    .join(' · ');
  return {
    title: `${shortLabel(gpu)} for ${formatRate(perGpuHour)} per GPU`,
    body: `${place}. Read at ${asOfTime(at, now)}. Your price alert: ${filterText(filter)}.`,
    hint: 'Click to see the offers.',
    destination: { kind: 'offers', filter },
  };
}

function wordsOf(event: AppEvent, state: AppState, now: number): EventWords {
  switch (event.kind) {
    case 'vm':
      return vmText(event, state);
    case 'ready':
      return readyText(event, state);
    case 'noLogin':
      return noLoginText(event, state);
    case 'alertOpened':
    case 'alertClosed':
      return alertText(event, state);
    case 'autoStop':
      return autoStopText(event, state, now);
    case 'price':
      return priceText(event, now);
    case 'notDone': {
      const title = notDoneTitle(event.name, event.operation);
      return { title, body: withVmFacts(state, event, event.why) };
    }
    case 'text':
      return { title: event.title, body: event.body };
  }
}

/** The words for an event alone. */
export function textOf(event: AppEvent, state: AppState, now: number): EventText {
  const vm =
    'vmId' in event && ({ kind: 'vm', accountId: event.accountId, vmId: event.vmId } as const);
  return { destination: vm || { kind: 'alerts' }, ...wordsOf(event, state, now) };
}

export function topicOf(event: AppEvent): MessageTopic {
  switch (event.kind) {
    case 'vm':
    case 'ready':
    case 'noLogin':
      return 'vm';
    case 'alertOpened':
    case 'alertClosed':
      return event.rule === 'noData' ? 'data' : 'money';
    case 'autoStop':
      return isAsPlanned(event) ? 'autoStop' : 'money';
    case 'price':
      return 'money';
    case 'notDone':
      return event.operation === 'start' ? 'vm' : 'money';
    case 'text':
      return event.topic;
  }
}

/** The words after the number of several, by which events are joined; null: each stays alone. */
export function manyOf(event: AppEvent): string | null {
  switch (event.kind) {
    case 'vm':
      return event.facts === undefined ? null : `VMs ${CHANGE_WORDS[event.facts.change].many}`;
    case 'ready':
      return 'VMs are ready to log in';
    case 'noLogin':
      return 'VMs are running, but SSH doesn’t answer';
    case 'alertOpened':
      return 'new alerts';
    case 'alertClosed':
      return hasEndText(event) ? 'alerts have ended' : 'other alerts have ended';
    case 'price':
      return 'price alerts';
    case 'autoStop':
    case 'notDone':
    case 'text':
      return null;
  }
}

/** The alert that it is about; null: none. */
export function alertKeyOf(event: AppEvent): string | null {
  if (event.kind === 'text') return event.alert;
  if (event.kind !== 'alertOpened' && event.kind !== 'alertClosed') return null;
  const { rule, accountId, alert } = event;
  return [rule, accountId, alert?.subject.vmId].join();
}

/** The tray says the end of most alerts. */
export const isOnDesktop = (event: AppEvent) =>
  event.kind !== 'text' && (event.kind !== 'alertClosed' || hasEndText(event));
