import type { AppPatch, AppState, PanelView } from '../app/index.ts';

/** Where the panel should go, asked for by the tray or a notification. */
export type Destination =
  | { readonly kind: 'vms' }
  | { readonly kind: 'vm'; readonly accountId: string; readonly vmId: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'alerts' };

/** What a page begins with. */
export interface PanelStart {
  /** The whole state. */
  readonly app: AppState;
  /** How the panel was left; null: as at first. */
  readonly view: PanelView | null;
}

/** What main tells the panel without being asked: each push with what it carries. */
export interface Pushes {
  /** Once for each page that listens. */
  readonly start: PanelStart;
  /** What changed of the state sent before. */
  readonly patch: AppPatch;
  readonly go: Destination;
}

/** What main may tell. Each has a channel and a listener, or nothing compiles. */
export type PushName = keyof Pushes;

/** Main's end: a push with another's content does not compile. */
export type SendPush = <Name extends PushName>(name: Name, content: Pushes[Name]) => void;

/** The panel's end: a push that nobody listens to does not compile. */
export type PushListeners = {
  readonly [Name in PushName]: (content: Pushes[Name]) => void;
};
