import type { Destination } from '../../../shared/ipc/bridge.ts';
import type {
  DesktopRequest,
  RequestInput,
  RequestName,
  RequestOutput,
  Screen,
} from '../../../shared/ipc/contract.ts';
import type { Environment } from '../../../shared/state/index.ts';
import type { UpdateState } from '../../../shared/updates/updates-slice.ts';
import type { DesktopFacts, ProxyUse } from '../../checks/index.ts';
import type { Clock } from '../../clock.ts';
import type { AppEvent, Notification } from '../../events/index.ts';
import type { Log } from '../../log.ts';
import type { SendTo } from '../../messages/index.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import type { NetworkPorts } from '../../providers/index.ts';
import type { Settings, SettingsFile } from '../../settings/index.ts';
import type { SshPorts } from '../../ssh/index.ts';
import type { Keychain, KeychainOptions, Vault } from '../../vault/index.ts';
import type { StateStore } from './state-store.ts';

/** A confirmation with the given button and "Cancel". */
export interface Question {
  /** One line. */
  readonly title: string;
  /** Several lines. */
  readonly detail: string;
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

export type UpdateResult =
  | { readonly kind: 'current' }
  | Extract<UpdateState, { kind: 'ready' | 'failed' }>;

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
  readonly autostart: {
    /** @throws RefusalError when this desktop does not support it */
    set(isOn: boolean): Promise<void>;
    /** Updates the program's path. Resolves to false when the user turned the autostart off on the desktop. */
    renew(): Promise<boolean>;
  };
  /** The global shortcut of the panel; null: none. @throws RefusalError when it is taken */
  setShortcut(accelerator: string | null): Promise<void>;
  readonly panel: { open(destination: Destination): void; hide(): void };
  readonly updater: Updater;
  /** Native, so that the panel cannot answer them. */
  readonly dialogs: {
    confirm(question: Question): Promise<boolean>;
    /** Also while another dialog is open. @throws when it cannot be shown */
    ask(choice: Choice): Promise<ChoiceAnswer>;
    /** Resolves to the path to save a file at; null: cancelled. @param name proposed */
    chooseFile(name: string): Promise<string | null>;
  };
  readonly editors: {
    /** Whether a program handles URLs of the scheme, such as `vscode`. */
    isInstalled(scheme: string): Promise<boolean>;
    /** @param url of an editor's scheme @throws when no program opens it */
    open(url: string): Promise<void>;
  };
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
  readonly watch?: WatchOptions;
}

/** Of `gpu-tray watch`. */
export interface WatchOptions {
  /** Destinations of alerts besides those of the settings. @throws UserError */
  readonly sendTo?: (() => Promise<readonly SendTo[]>) | undefined;
  /** The default idle stop of accounts without their own, ms. */
  readonly idleStopMs?: number | undefined;
  /** How long a notification waits for others of its kind; default: 10 s. */
  readonly batchMs?: number;
}

/** Stores events and shows those of a kind within ten seconds as one; never rejects. @param urgent alone, at once, also in a viewer */
export type Deliver = (
  events: readonly AppEvent[],
  how: { readonly urgent: boolean },
) => Promise<void>;

export interface PartPorts extends Omit<ApplicationPorts, 'openKeychain' | 'ssh' | 'env'> {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  /** The settings as the last run left them. */
  readonly loaded: Settings;
  readonly settingsChanged: (settings: Settings) => void;
  readonly deliver: Deliver;
  /** Shows at once what is not worth storing: an answer to the user, or a reminder before a sleep. */
  readonly show: DesktopPorts['notify'];
  readonly clock: Clock;
  readonly log: Log;
  readonly monitor: Monitor;
  readonly vault: Vault;
  readonly env: Readonly<NodeJS.ProcessEnv>;
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
  /** Ends timers and requests. Resolves after pending writes; never rejects. */
  stop?(): Promise<void> | void;
}

/** A part with members for the application or other parts. */
export type PartWith<Member extends string> = Part & { readonly [Name in Member]: unknown };

/** Request handlers, by default of those that main does not handle. They reject with a `RefusalError`, an error of their calls, or an internal error. */
export type RequestHandlers<Name extends RequestName = Exclude<RequestName, DesktopRequest>> = {
  readonly [Each in Name]: (input: RequestInput<Each>) => Promise<RequestOutput<Each>>;
};
