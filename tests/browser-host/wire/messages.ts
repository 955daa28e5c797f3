import { z } from 'zod';

const id = z.int().min(0);
const text = z.string();

/** From a page to the host. `args` is one array, encoded by `encodeClone`. */
const pageMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('invoke'), id, channel: text, args: text }),
  z.strictObject({ type: z.literal('send'), channel: text, args: text }),
  z.strictObject({ type: z.literal('loaded') }),
  z.strictObject({ type: z.literal('title'), title: text }),
  /** The page requests to navigate, and stays until the `navigation` reply. */
  z.strictObject({ type: z.literal('navigate'), id, url: text }),
  z.strictObject({ type: z.literal('open'), url: text, frameName: text }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** @throws for anything else, which only a page that uses the socket directly can send */
export function readPageMessage(raw: string): PageMessage {
  return pageMessage.parse(JSON.parse(raw));
}

/** From the host to a page. */
export type HostMessage =
  | { readonly type: 'reply'; readonly id: number; readonly value: string }
  | { readonly type: 'failure'; readonly id: number; readonly message: string }
  | { readonly type: 'message'; readonly channel: string; readonly args: string }
  | { readonly type: 'navigation'; readonly id: number; readonly isAllowed: boolean }
  /** Whether its window is on the screen, and what `document.visibilityState` says. */
  | { readonly type: 'visible'; readonly isShown: boolean; readonly isVisible: boolean }
  | { readonly type: 'online'; readonly isOnline: boolean }
  /** The window is gone. */
  | { readonly type: 'closed' }
  /** Load the window's address, which may be a new one. */
  | { readonly type: 'load'; readonly address: string };
