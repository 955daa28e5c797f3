import { type AppState, diffAppState } from '../../shared/app/index.ts';
import type { Destination, SendPush } from '../../shared/ipc/index.ts';

export interface StateFeedPorts {
  readonly state: () => AppState;
  readonly send: SendPush;
}

/** What the panel hears without asking: the state, what changes of it, and where to go. */
export interface StateFeed {
  /** The page is there and listens: the whole state, then whatever waited for it. */
  watch(): void;
  /** Sends what changed since the last message; nothing when nothing did, or when nobody listens. */
  update(): void;
  go(destination: Destination): void;
  /** The page is gone. */
  end(): void;
}

export function createStateFeed({ state, send }: StateFeedPorts): StateFeed {
  /** What the page has; null while there is none that listens. */
  let sent: AppState | null = null;
  let waiting: Destination | null = null;
  return {
    watch() {
      sent = state();
      send('state', sent);
      if (waiting !== null) send('go', waiting);
      waiting = null;
    },
    update() {
      if (sent === null) return;
      const now = state();
      const patch = diffAppState(sent, now);
      sent = now;
      if (patch !== null) send('patch', patch);
    },
    go(destination) {
      if (sent === null) waiting = destination;
      else send('go', destination);
    },
    end() {
      sent = null;
      waiting = null;
    },
  };
}
