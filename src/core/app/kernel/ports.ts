import type {
  DesktopRequest,
  Destination,
  RequestInput,
  RequestName,
  RequestOutput,
  Screen,
} from '../../../shared/ipc/index.ts';
import type { AppState, Environment } from '../../../shared/state/index.ts';
import type { UpdateState } from '../../../shared/updates/index.ts';
import type { NetworkPorts } from '../../accounts/index.ts';
import type { DesktopFacts, ProxyUse } from '../../checks/facts.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { SshPorts } from '../../ssh/index.ts';
import type { SpawnHelper } from '../../vault/index.ts';

/** A message for the desktop's notification center. */
export interface Notification {
  readonly title: string;
  /** May be empty. */
  readonly body: string;
  /** For a summary: the titles of its notifications. */
  readonly titles?: readonly string[];
  /** Rule and subject of an alert: a summary names its latest change only. */
  readonly alert?: string;
  /** The screen that a click opens. */
  readonly destination: Destination;
  /** What a click also copies; default: nothing. */
  readonly copy?: RequestInput<'copyFromVm'>;
  /** Where the desktop shows buttons; default: none. */
  readonly button?: NotificationButton;
}

/** A button of a notification, and what it does. */
export interface NotificationButton {
  readonly label: string;
  readonly action:
    | { readonly kind: 'setAutoStop'; readonly input: RequestInput<'setAutoStop'> }
    | { readonly kind: 'openPanel'; readonly screen: Destination };
}

/** A confirmation with the given button and "Cancel". */
export interface Question {
  /** One line. */
  readonly title: string;
  /** Plain text of several lines. */
  readonly detail: string;
  /** The label of the button that confirms. */
  readonly accept: string;
}

/** A question with more than one answer, or with a box to check. */
export interface Choice {
  /** One line. */
  readonly title: string;
  /** Plain text of several lines. */
  readonly detail: string;
  /** The first one is also the answer where the question is closed, the last one is pressed by Enter. */
  readonly buttons: readonly string[];
  readonly checkbox: string;
}

/** `button`: an index. */
export interface ChoiceAnswer {
  readonly button: number;
  readonly isChecked: boolean;
}

/** `failed`: as in `UpdateState`. */
export type UpdateResult =
  | { readonly kind: 'current' }
  | Extract<UpdateState, { kind: 'ready' }>
  | Omit<Extract<UpdateState, { kind: 'failed' }>, 'at'>;

/** Installs newer versions of this program. */
export interface Updater {
  /** Why updates are off; null: they are on. */
  readonly off: 'build' | 'policy' | null;
  /** Looks for a newer version, downloads and verifies it. Never rejects. */
  check(): Promise<UpdateResult>;
  /** Quits, installs the downloaded version and starts it. */
  install(): void;
}

/** What the application needs of a desktop. Filled by main, recorded by tests. */
export interface DesktopPorts {
  notify(notification: Notification): void;
  /** Asks the user to allow notifications, where the system asks at all. Call it while the panel is open. */
  askToNotify(): void;
  /** @throws when the clipboard cannot be written */
  copy(text: string): Promise<void>;
  /** @param url https, or http without credentials */
  openInBrowser(url: string): Promise<void>;
  /** Turns the start with the session on or off. @throws RefusalError when this desktop does not support it */
  setAutostart(isOn: boolean): Promise<void>;
  /** Updates the path of the program that starts with the session. Resolves to false when the user turned it off there. */
  renewAutostart(): Promise<boolean>;
  /** Sets the global shortcut that opens and closes the panel; null: none. @throws RefusalError when it is taken */
  setShortcut(accelerator: string | null): Promise<void>;
  openPanel(destination: Destination): void;
  hidePanel(): void;
  readonly updater: Updater;
  /** Asks in a native dialog, which the panel cannot answer. Resolves to true only when the user confirmed. */
  confirm(question: Question): Promise<boolean>;
  /** The same with a choice. @throws when it cannot be shown, such as while another dialog is open */
  ask(choice: Choice): Promise<ChoiceAnswer>;
  /** Asks in a native dialog where to save a file. Resolves to its path; null: cancelled. @param name proposed */
  chooseFile(name: string): Promise<string | null>;
  /** Whether a program handles URLs of that scheme, such as `vscode`. */
  hasHandler(scheme: string): Promise<boolean>;
  /** @param url of an editor's scheme @throws when no program opens it */
  openEditor(url: string): Promise<void>;
  /** For the checks. */
  inspect(): Promise<DesktopFacts>;
  /** Whether requests to that URL go through a proxy. */
  proxyFor(url: string): Promise<ProxyUse>;
}

export interface ApplicationPorts {
  readonly desktop: DesktopPorts;
  readonly network: NetworkPorts;
  readonly spawnHelper: SpawnHelper;
  /** Locates the session bus of the keychain; by default the environment of this process. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly ssh: Pick<SshPorts, 'places'>;
  /** The folder of settings, locks and alerts. */
  readonly folder: string;
  readonly environment: Environment;
  /** The last warnings and errors of this run as lines without personal data, oldest first. */
  readonly recentErrors: () => readonly string[];
  readonly newId: () => string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/**
 * A part of the application. Parts write to the store only in hooks, requests and answers, never in store listeners. A hook that
 * returns a promise goes on after the next part's hook has begun; it never rejects.
 */
export interface Part {
  readonly requests?: Partial<RequestHandlers>;
  /** After each poll. The polling part applies it to the state; its hook runs first. */
  polled?(report: PollReport): Promise<void> | void;
  /** Accounts were added, changed or removed. */
  accountsChanged?(): Promise<void> | void;
  /** The settings were changed; the state has the new preferences. */
  settingsChanged?(settings: Settings): void;
  panelOpened?(isOpen: boolean): void;
  /** In the panel, open or not. */
  screenOpened?(screen: Screen): void;
  screenLocked?(isLocked: boolean): void;
  online?(isOnline: boolean): void;
  suspended?(): void;
  resumed?(): void;
  sessionEnding?(): void;
  /** Ends timers and requests. Resolves when pending writes are done; never rejects. */
  stop?(): Promise<void> | void;
}

/** A part with members besides its hooks and requests, for the application or other parts. */
export type PartWith<Member extends string> = Part & { readonly [Name in Member]: unknown };

/**
 * The handler of each request except those of main. Rejects with a `RefusalError`, with an error of what it calls, or by a
 * defect.
 */
export type RequestHandlers = {
  readonly [Name in Exclude<RequestName, DesktopRequest>]: (
    input: RequestInput<Name>,
  ) => Promise<RequestOutput<Name>>;
};

/** GPU Tray without a desktop: one state, the requests that change it, and the desktop's events. */
export interface Application {
  state(): AppState;
  /** Calls the listener after each change. Returns the unsubscribe. */
  subscribe(listener: (state: AppState) => void): () => void;
  readonly requests: RequestHandlers;
  panelOpened(): void;
  panelClosed(): void;
  /** In the panel, open or not. */
  screenOpened(screen: Screen): void;
  screenLocked(): void;
  screenUnlocked(): void;
  suspended(): void;
  resumed(): void;
  /** The user logs off, or the computer shuts down. */
  sessionEnding(): void;
  /** Asks the user who wants to quit where VMs are billed meanwhile. Resolves to whether to quit; never rejects. */
  mayQuit(): Promise<boolean>;
  online(isOnline: boolean): void;
  trayFound(hasTray: boolean): void;
  /** The panel's process ended: a notice says so in the tray and in the next panel. */
  panelCrashed(): void;
  /** The desktop did not show the notification: it becomes a notice in the tray and the panel. */
  notificationFailed(notification: Pick<Notification, 'title' | 'body'>): void;
  /**
   * Stops all parts. Resolves within a few seconds, after pending token refreshes were stored: quitting before would sign the
   * user out.
   */
  stop(): Promise<void>;
}
