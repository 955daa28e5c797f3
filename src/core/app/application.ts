import type { AppState, Surroundings } from '../../shared/app/index.ts';
import type {
  DesktopRequest,
  Destination,
  RequestInput,
  RequestName,
  RequestOutput,
} from '../../shared/ipc/index.ts';
import type { NetworkPorts } from '../accounts/index.ts';
import type { SshPorts } from '../ssh/index.ts';
import type { SpawnHelper } from '../vault/index.ts';

/** A message for the desktop's notification centre. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** Where a click leads. */
  readonly destination: Destination;
}

/** A question with two answers, one of which is "Cancel". */
export interface Question {
  /** One line. */
  readonly title: string;
  /** What is at stake, of several lines. Plain text. */
  readonly detail: string;
  /** The words of the button that agrees. */
  readonly accept: string;
}

/** What the application needs of a desktop; main fills it, tests record it. */
export interface DesktopPorts {
  notify(notification: Notification): void;
  /** @throws when the clipboard cannot be written */
  copy(text: string): Promise<void>;
  /** An https address that the user has set. */
  openInBrowser(url: string): Promise<void>;
  /** Has the app started with the session, or not any more. @throws RefusalError when this desktop does not do it */
  setAutostart(isOn: boolean): Promise<void>;
  hidePanel(): void;
  /** Asks outside the panel, which has no part in it; resolves to true only when the user agreed. */
  confirm(question: Question): Promise<boolean>;
  /** Whether a program is there for addresses of that scheme, such as `vscode`. */
  hasHandler(scheme: string): Promise<boolean>;
  /** An address of an editor's own scheme. @throws when nothing opens it */
  openEditor(url: string): Promise<void>;
}

/** What an application is made with: its desktop, its network, and where its files are. */
export interface ApplicationPorts {
  readonly desktop: DesktopPorts;
  readonly network: NetworkPorts;
  readonly spawnHelper: SpawnHelper;
  /** Where the session bus of the keychain is found; by default this process's environment. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly ssh: Pick<SshPorts, 'places' | 'uid'>;
  /** The folder of settings, locks and alerts. */
  readonly folder: string;
  readonly surroundings: Surroundings;
  readonly newId: () => string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * How each request of the panel is done, but for those about the app itself. Rejects with a `RefusalError`, with the error of
 * what it calls, or by a defect.
 */
export type RequestHandlers = {
  readonly [Name in Exclude<RequestName, DesktopRequest>]: (
    input: RequestInput<Name>,
  ) => Promise<RequestOutput<Name>>;
};

/** GPU Tray without a desktop: one state, the requests that change it, and what the surroundings tell it. */
export interface Application {
  state(): AppState;
  /** Called after each change. Returns the unsubscribe. */
  subscribe(listener: (state: AppState) => void): () => void;
  readonly requests: RequestHandlers;
  panelOpened(): void;
  panelClosed(): void;
  screenLocked(): void;
  screenUnlocked(): void;
  suspended(): void;
  resumed(): void;
  online(isOnline: boolean): void;
  trayFound(hasTray: boolean): void;
  /** The desktop did not show a message: it is kept as the notice, so that the tray and the panel tell it. */
  notificationFailed(notification: Pick<Notification, 'title' | 'body'>): void;
  /**
   * Ends timers, requests and the keychain's helper. Resolves, within a few seconds, when a refresh that is under way has
   * stored its token: quitting before would sign its user out.
   */
  stop(): Promise<void>;
}
