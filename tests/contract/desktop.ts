import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type Application,
  createApplication,
  type DesktopPorts,
  type Notification,
  type Question,
} from '../../src/core/app/index.ts';
import { forkHelper } from '../../src/core/vault/index.ts';
import type { Keyring } from '../keyring/harness.ts';
import { network, type Reach } from './fixtures.ts';

/** The application on a desktop that writes down what is asked of it. */
export interface RecordedApplication {
  readonly application: Application;
  readonly notifications: readonly Notification[];
  readonly copied: readonly string[];
  readonly opened: readonly string[];
  /** What was said of starting with the session, in order. */
  readonly autostarts: readonly boolean[];
  /** What the user was asked outside the panel. */
  readonly questions: readonly Question[];
}

/** What else a desktop may have. */
export interface DesktopOptions {
  readonly reach?: Reach;
  /** Schemes that something opens, such as `vscode`. */
  readonly handlers?: readonly string[];
  /** Whether there is a network at the start; there is. */
  readonly isOnline?: boolean;
  /** What the user answers to a question outside the panel; by default yes. */
  readonly confirm?: DesktopPorts['confirm'];
  /** Instead of writing it down. */
  readonly setAutostart?: DesktopPorts['setAutostart'];
  /** The home is the one of the user database; ssh itself then reads the configuration of whoever runs the test. */
  readonly isAccountHome?: boolean;
}

/**
 * Starts the real application on a real keyring; it ends with the test, or earlier by `stop`.
 * @param folder of its settings, and the home in which ssh's configuration is
 */
export async function startApplication(
  keyring: Pick<Keyring, 'env'>,
  folder: string,
  options: DesktopOptions = {},
): Promise<RecordedApplication> {
  const { reach = {}, handlers = [], isAccountHome = false, isOnline = true } = options;
  const { confirm = async () => true } = options;
  const notifications: Notification[] = [];
  const copied: string[] = [];
  const opened: string[] = [];
  const autostarts: boolean[] = [];
  const questions: Question[] = [];
  const application = await createApplication({
    desktop: {
      notify: (notification) => notifications.push(notification),
      copy: async (text) => void copied.push(text),
      openInBrowser: async (url) => void opened.push(url),
      setAutostart: options.setAutostart ?? (async (isOn) => void autostarts.push(isOn)),
      hidePanel: () => {},
      confirm(question) {
        questions.push(question);
        return confirm(question);
      },
      hasHandler: async (scheme) => handlers.includes(scheme),
      openEditor: async (url) => void opened.push(url),
    },
    network: network(reach),
    spawnHelper: forkHelper({ env: { ...process.env, ...keyring.env } }),
    env: { ...process.env, ...keyring.env },
    folder,
    ssh: {
      places: {
        folder: join(folder, 'ssh'),
        // Another home than the user database says, so that ssh is told of its configuration and leaves the user's own alone.
        home: folder,
        accountHome: isAccountHome ? folder : userInfo().homedir,
        platform: 'linux',
      },
      uid: process.getuid?.() ?? null,
    },
    surroundings: { platform: 'linux', version: '0', hasTray: true, isOnline },
    newId: randomUUID,
    random: () => 0.5,
  });
  onTestFinished(() => application.stop());
  return { application, notifications, copied, opened, autostarts, questions };
}
