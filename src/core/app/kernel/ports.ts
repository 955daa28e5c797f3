import type {
  DesktopRequest,
  Destination,
  RequestInput,
  RequestName,
  RequestOutput,
  Screen,
} from '../../../shared/ipc/index.ts';
import type { MessageTopic } from '../../../shared/messages/messages.ts';
import type { Environment } from '../../../shared/state/index.ts';
import type { UpdateState } from '../../../shared/updates/updates-slice.ts';
import type { DesktopFacts, ProxyUse } from '../../checks/index.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { SendTo } from '../../messages/index.ts';
import type { PollReport } from '../../monitor/index.ts';
import type { NetworkPorts } from '../../providers/index.ts';
import type { Settings, SettingsFile } from '../../settings/index.ts';
import type { SshPorts } from '../../ssh/index.ts';
import type { Keychain, KeychainOptions } from '../../vault/index.ts';
import type { StateStore } from './state-store.ts';

/** A message for the desktop's notification center. */
export interface Notification {
  readonly title: string;
  readonly body: string;
  /** Joins those of its kind that come within ten seconds in one notification; default: it stays alone, and waits for none. */
  readonly batch?: NotificationBatch;
  /** Rule and subject of an alert: only its latest change is shown. */
  readonly alert?: string;
  /** The alert is over. */
  readonly isOver?: boolean;
  /** When it became true, ms since the epoch; default: now. */
  readonly at?: number;
  /** It is also sent as a message; absent: it concerns this desktop only. */
  readonly topic?: MessageTopic;
  /** The desktop says the same in another way. */
  readonly isMessageOnly?: boolean;
  /** The notifications that it sums up. */
  readonly parts?: readonly Notification[];
  /** A sentence after the text about what a click does: `Click to extend it.` */
  readonly hint?: string;
  /** A program's log has it among its errors. */
  readonly isError?: boolean;
  readonly destination: Destination;
  /** The VM or account that it is about, where a click does not open that. Null: all. */
  readonly subject?: { readonly accountId: string | null; readonly vmId: string | null };
  /** A click also copies this. */
  readonly copy?: RequestInput<'copyFromVm'>;
  /** On Windows and macOS. */
  readonly buttons?: readonly NotificationButton[];
}

export interface NotificationBatch {
  /** The kind, after the count in the title of all: `VMs are running`. */
  readonly many: string;
  /** In the text of all, which names the first three. */
  readonly name: string;
  /** $/h; null: unknown, or not to be summed up. */
  readonly ratePerHour: number | null;
}

export interface NotificationButton {
  readonly label: string;
  readonly action:
    | { readonly kind: 'setAutoStop'; readonly input: RequestInput<'setAutoStop'> }
    | { readonly kind: 'snoozeAlert'; readonly input: RequestInput<'snoozeAlert'> }
    | { readonly kind: 'openPanel'; readonly screen: Destination };
}

/** A confirmation with the given button and "Cancel". */
export interface Question {
  /** One line. */
  readonly title: string;
  /** Several lines. */
  readonly detail: string;
  /** The confirming button. */
  readonly accept: string;
}

export interface Choice extends Pick<Question, 'title' | 'detail'> {
  /** The first one is also the answer where the question is closed, the last one is pressed by Enter. */
  readonly buttons: readonly string[];
  readonly checkbox: string;
}

export interface ChoiceAnswer {
  /** An index. */
  readonly button: number;
  readonly isChecked: boolean;
}

/** `failed`: as in `UpdateState`. */
export type UpdateResult =
  | { readonly kind: 'current' }
  | Extract<UpdateState, { kind: 'ready' }>
  | Omit<Extract<UpdateState, { kind: 'failed' }>, 'at'>;

export interface Updater {
  /** Why updates are off; null: on. */
  readonly off: 'build' | 'policy' | null;
  /** Downloads and verifies a newer version. Never rejects. */
  check(): Promise<UpdateResult>;
  /** Quits, installs the downloaded version and starts it. */
  install(): void;
}

/** The desktop, provided by main and recorded by tests. */
export interface DesktopPorts {
  notify(notification: Notification): void;
  /** Asks the user to allow notifications, on systems that ask. Call it while the panel is open. */
  askToNotify(): void;
  /** @throws when the clipboard cannot be written */
  copy(text: string): Promise<void>;
  /** @param url https, or http without credentials */
  openInBrowser(url: string): Promise<void>;
  /** @throws RefusalError when this desktop does not support it */
  setAutostart(isOn: boolean): Promise<void>;
  /** Updates the program's path. Resolves to false when the user turned the autostart off on the desktop. */
  renewAutostart(): Promise<boolean>;
  /** The global shortcut of the panel; null: none. @throws RefusalError when it is taken */
  setShortcut(accelerator: string | null): Promise<void>;
  openPanel(destination: Destination): void;
  hidePanel(): void;
  readonly updater: Updater;
  /** Asks in a native dialog, which the panel cannot answer. */
  confirm(question: Question): Promise<boolean>;
  /** Asks in a native dialog, also while another one is open. @throws when it cannot be shown */
  ask(choice: Choice): Promise<ChoiceAnswer>;
  /** Asks where to save a file. Resolves to its path; null: cancelled. @param name proposed */
  chooseFile(name: string): Promise<string | null>;
  /** Whether a program handles URLs of the scheme, such as `vscode`. */
  hasHandler(scheme: string): Promise<boolean>;
  /** @param url of an editor's scheme @throws when no program opens it */
  openEditor(url: string): Promise<void>;
  inspect(): Promise<DesktopFacts>;
  proxyFor(url: string): Promise<ProxyUse>;
}

export interface ApplicationPorts {
  readonly desktop: DesktopPorts;
  readonly network: NetworkPorts;
  /** Where the credentials are: the system's keychain, or what takes its place on a server. */
  readonly openKeychain: (
    ports: Omit<KeychainOptions, 'spawnHelper'> & { readonly settings: SettingsFile },
  ) => Keychain;
  /** Locates the keychain's session bus; default: of this process. */
  readonly env?: Readonly<NodeJS.ProcessEnv>;
  readonly ssh: Pick<SshPorts, 'places' | 'isProgram'>;
  readonly folder: string;
  readonly environment: Environment;
  /** The warnings and errors of this run without personal data, oldest first. */
  readonly recentErrors: () => readonly string[];
  readonly newId: () => string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Nobody is here to act on a refusal: a stop that is due is tried each minute until the VM is stopped. */
  readonly isUnattended?: boolean;
  /** Destinations of alerts besides those of the settings. @throws UserError */
  readonly sendTo?: (() => Promise<readonly SendTo[]>) | undefined;
  /** The default idle stop of accounts without their own, ms. */
  readonly idleStopMs?: number | undefined;
  /** Each poll, before all parts have it: what they notify of follows. */
  readonly onPoll?: (report: PollReport) => void;
  /** How long a notification waits for others of its kind; default: 10 s. */
  readonly batchMs?: number;
}

/**
 * Notifies, those of a kind that come within ten seconds in one; never rejects. Alerts are on disk before, so that a killed process does
 * not repeat them.
 * @param urgent at once, also in a viewer: cannot wait, or follows from the user's own action
 */
export type Deliver = (
  notifications: readonly Notification[],
  how: { readonly urgent: boolean },
) => Promise<void>;

/** The parts take what they need of it. */
export interface PartPorts extends Pick<ApplicationPorts, 'random'> {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  /** The settings as the last run left them. */
  readonly loaded: Settings;
  readonly settingsChanged: (settings: Settings) => void;
  readonly deliver: Deliver;
  readonly clock: Clock;
  readonly log: Log;
}

/** Parts write to no store in store listeners. The next part's hook does not wait for an asynchronous one, which never rejects. */
export interface Part {
  readonly requests?: Partial<RequestHandlers>;
  /** Before the first poll, in the process that acts on the settings folder. */
  begin?(): Promise<void> | void;
  /** After each poll, which the polling part, the first, applies to the state. */
  polled?(report: PollReport): Promise<void> | void;
  accountsChanged?(): Promise<void> | void;
  /** The state has the new preferences. */
  settingsChanged?(settings: Settings): void;
  panelOpened?(isOpen: boolean): void;
  /** In the panel, open or not. */
  screenOpened?(screen: Screen): void;
  screenLocked?(isLocked: boolean): void;
  online?(isOnline: boolean): void;
  suspended?(): void;
  resumed?(): void;
  sessionEnding?(): void;
  /** Ends timers and requests. Resolves after pending writes; never rejects. */
  stop?(): Promise<void> | void;
}

/** A part with members for the application or other parts. */
export type PartWith<Member extends string> = Part & { readonly [Name in Member]: unknown };

/** Request handlers, by default of those that main does not handle. They reject with a `RefusalError`, an error of their calls, or an internal error. */
export type RequestHandlers<Name extends RequestName = Exclude<RequestName, DesktopRequest>> = {
  readonly [Each in Name]: (input: RequestInput<Each>) => Promise<RequestOutput<Each>>;
};
