import type { Page } from '@playwright/test';
import type { HostState, TrafficMessage } from '../../browser-host/index.ts';

/** What a person sees of the app outside its panel. */
export type Desktop = Pick<
  HostState,
  'tray' | 'notifications' | 'clipboard' | 'openedUrls' | 'questions'
>;

/** A window of the app, as far as a desktop treats it one way or the other. */
export interface AppWindow {
  /** A window like any other, and not one that hangs on the tray. */
  readonly isOrdinary: boolean;
  readonly isVisible: boolean;
}

/** The app, running on whichever host is there. */
export interface RunningApp {
  /** The panel, opened if it is not. */
  panel(): Promise<Page>;
  desktop(): Promise<Desktop>;
  windows(): Promise<readonly AppWindow[]>;
  /** Closes the panel's window as its owner would, with the window's own button. */
  closePanel(): Promise<void>;
  /** What a second launch does: the running app is told. */
  launchAgain(): Promise<void>;
  /** By labels from the top; the first may be the beginning of one, since figures follow the name. */
  clickMenu(path: readonly string[]): Promise<void>;
  /** 0 is the oldest. */
  clickNotification(index: number): Promise<void>;
  /** Presses a button of the message box that is open; null: Esc. */
  answerQuestion(button: string | null): Promise<void>;
  power(event: 'suspend' | 'resume' | 'lock-screen' | 'unlock-screen'): Promise<void>;
  /** The computer's network comes or goes. */
  network(isOnline: boolean): Promise<void>;
  /** What the app's own protocol answers to an address, as it is written. */
  fetchApp(url: string): Promise<{ readonly status: number; readonly body: string }>;
  /** A page that is not the app's and has got hold of its preload. */
  foreignPage(): Promise<Page>;
  /** Everything that has crossed the bridge. */
  traffic(): Promise<readonly TrafficMessage[]>;
  /** What the app has printed. */
  output(): string;
  /** Resolves when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
  quit(): Promise<void>;
}

/** What an app is started with. */
export interface LaunchOptions {
  readonly userData: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether the computer has a network at the start; by default it has. */
  readonly isOnline?: boolean;
}

/** A host that can start the app any number of times. */
export interface AppHost {
  launch(options: LaunchOptions): Promise<RunningApp>;
  close(): Promise<void>;
}
