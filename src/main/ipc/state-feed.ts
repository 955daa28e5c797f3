import { type AppState, diffAppState } from '../../shared/app/index.ts';
import type { Destination, SendPush } from '../../shared/ipc/index.ts';
import type { ViewMemory } from '../panel/index.ts';

/** `send` goes to the page there is, and nowhere when there is none. */
export interface StateFeedPorts {
  readonly state: () => AppState;
  readonly send: SendPush;
  readonly view: Pick<ViewMemory, 'left' | 'forget'>;
}

/** What the panel hears without asking: the state, what changes of it, and where to go. */
export interface StateFeed {
  /** The page is there and listens: how all stands and how it was left, then whatever waited for it. */
  watch(): void;
  /** Sends what changed since the last message; nothing when nothing did, or when nobody listens. */
  update(): void;
  go(destination: Destination): void;
  /** The page is gone. */
  end(): void;
}

/** Silent until the page asks by `watch`. */
export function createStateFeed({ state, send, view }: StateFeedPorts): StateFeed {
  /** What the page has; null while there is none that listens. */
  let sent: AppState | null = null;
  let waiting: Destination | null = null;
  return {
    watch() {
      // Asked for twice by the same window, the page was loaded anew: perhaps because of what it showed.
      if (sent !== null) view.forget();
      sent = state();
      send('start', { app: sent, view: view.left() });
      if (waiting !== null) send('go', waiting);
      waiting = null;
    },
    update() {
      if (sent === null) return;
      const now = state();
      const patch = diffAppState(sent, now);
      if (patch !== null) send('patch', patch);
      // After it: what could not be sent is not what the page has.
      sent = now;
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
