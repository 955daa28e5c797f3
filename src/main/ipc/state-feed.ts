import type { Destination, SendPush } from '../../shared/ipc/bridge.ts';
import type { Screen } from '../../shared/ipc/contract.ts';
import { type AppState, diffAppState } from '../../shared/state/index.ts';

export type StateFeed = ReturnType<typeof createStateFeed>;

/** Keeps the page's copy of the state equal to main's, and its screen while the window is freed. */
export function createStateFeed(state: () => AppState, send: SendPush) {
  /** The state of the page; null: no page listens. */
  let sent: AppState | null = null;
  let requested: Destination | null = null;
  let screen: Screen | null = null;
  return {
    /** The page listens: sends the whole state, the screen that was open, and a destination that was requested before. */
    watch(): void {
      // A reloaded window watches again; perhaps the shown state made the window fail.
      if (sent !== null) screen = null;
      sent = state();
      send('start', { app: sent, screen });
      if (requested !== null) send('go', requested);
      requested = null;
    },
    /** Sends what changed since the last message, if anything did and a page listens. */
    update(): void {
      const now = state();
      if (sent === null || sent === now) return;
      const patch = diffAppState(sent, now);
      if (patch !== null) send('patch', patch);
      // After `send`: if that throws, the page still has the previous state.
      sent = now;
    },
    /** Opens a screen of the panel, once its page listens. */
    go(destination: Destination): void {
      if (sent === null) requested = destination;
      else send('go', destination);
    },
    /** The screen of the next page, in memory only; null: the first one. */
    keepScreen(open: Screen | null): void {
      screen = open;
    },
    /** The page is gone. */
    end(): void {
      sent = null;
      requested = null;
    },
  };
}
