import type { TrafficMessage } from '../host-state.ts';

/** Everything that crossed between main and the pages. */
export interface Traffic {
  add(direction: TrafficMessage['direction'], channel: string, content: string): void;
  messages(): readonly TrafficMessage[];
}

/** Enough for an hour of a busy session; older messages are dropped. */
const KEPT = 50_000;

export function createTraffic(): Traffic {
  const messages: TrafficMessage[] = [];
  return {
    add(direction, channel, content) {
      messages.push({ direction, channel, content });
      if (messages.length > KEPT) messages.shift();
    },
    messages: () => messages,
  };
}
