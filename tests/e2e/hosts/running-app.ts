import type { Page } from '@playwright/test';
import type {
  DesktopOptions,
  HostState,
  MenuNode,
  TrafficMessage,
} from '../../browser-host/index.ts';

/** The app outside its panel. */
export type Desktop = Pick<
  HostState,
  'tray' | 'notifications' | 'clipboard' | 'openedUrls' | 'questions' | 'saveDialogs'
>;

export interface AppWindow {
  /** A normal window, not one attached to the tray. */
  readonly isOrdinary: boolean;
  readonly isVisible: boolean;
  /** Which addresses WebRTC may use. */
  readonly webRtcPolicy: string;
}

/** The running app, on either host. */
export interface RunningApp {
  /** Opens the panel unless it is open. */
  panel(): Promise<Page>;
  desktop(): Promise<Desktop>;
  windows(): Promise<readonly AppWindow[]>;
  /** Closes the panel's window as its close button does. */
  closePanel(): Promise<void>;
  /** Emits what a second launch emits. */
  launchAgain(): Promise<void>;
  /** Labels from the top; the start of a label suffices, since figures follow the name. */
  clickMenu(path: readonly string[]): Promise<void>;
  /** 0 is the oldest. */
  clickNotification(index: number): Promise<void>;
  /** Presses a button of the open message box; null: Esc. @param isChecked its checkbox; default: unchanged */
  answerQuestion(button: string | null, isChecked?: boolean): Promise<void>;
  /** Answers the open save dialog; null: Esc. */
  choosePath(path: string | null): Promise<void>;
  power(event: 'suspend' | 'resume' | 'shutdown'): Promise<void>;
  network(isOnline: boolean): Promise<void>;
  /** The response of the app's protocol handler to this exact address. */
  fetchApp(url: string): Promise<{ readonly status: number; readonly body: string }>;
  /** A foreign page that runs the app's preload. */
  foreignPage(): Promise<Page>;
  /** Every message between main and the pages. */
  traffic(): Promise<readonly TrafficMessage[]>;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  quit(): Promise<void>;
}

export interface LaunchOptions {
  readonly userData: string;
  readonly env: Readonly<Record<string, string>>;
  /** Initial network state; defaults to online. */
  readonly isOnline?: boolean;
  /** What the browser host imitates; Electron has the real desktop. */
  readonly desktop?: DesktopOptions;
}

export interface AppHost {
  launch(options: LaunchOptions): Promise<RunningApp>;
  close(): Promise<void>;
}

/** Completes a path whose parts may be the start of labels. @throws when there is no such item */
export function menuPath(menu: readonly MenuNode[], path: readonly string[]): string[] {
  const [start, ...rest] = path;
  if (start === undefined) return [];
  const found =
    menu.find(({ label }) => label === start) ??
    menu.find(({ label }) => label.startsWith(`${start} `));
  if (found === undefined) {
    throw new Error(`no “${start}” among: ${menu.map(({ label }) => label).join(' | ')}`);
  }
  return [found.label, ...menuPath(found.submenu ?? [], rest)];
}
