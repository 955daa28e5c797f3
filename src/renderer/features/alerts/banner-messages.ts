import type { KeychainState } from '../../../shared/accounts/index.ts';
import type { ProblemText } from '../../../shared/domain/index.ts';

/** Every text of the banners. */
export const messages = {
  list: 'What needs attention',
  /** After the number of further messages. */
  more: (count: number) => (count === 1 ? 'more message' : 'more messages'),
  inAlerts: (count: number) => `${count} more in Alerts`,
  count: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  snooze: 'Snooze',
  snoozes: { hour: '1 hour', tomorrow: 'Until tomorrow' },
  mute: 'Mute this VM',
  signIn: 'Sign in',
  anotherKey: 'Use another key',
  refresh: 'Try again',
  openLoginPage: 'Open login page',
  dismiss: 'Dismiss',
  shortName: (alias: string) => `Shorter: ssh ${alias}`,
  setUp: 'Set up…',
  notNow: 'Not now',
  retrying: 'Retrying…',
  offline: 'Offline.',
  offlineStale: 'Showing the last known data; updates resume when you’re back online.',
  offlineEmpty: 'Updates resume when you’re back online.',
  noSpend: (isOfKey: boolean) =>
    `This ${isOfKey ? 'key' : 'account'} can’t read spend, so rate and alerts are unavailable.`,
  keptUntilQuit: {
    message: 'Your sign-in is kept only until you quit.',
    action: 'No keychain is available to store it.',
  },
  noTray: {
    message: 'This desktop shows no tray icons.',
    action:
      'GPU Tray keeps running after you close this window. Launch it again to reopen it. In GNOME, the AppIndicator extension adds a tray.',
  },
} as const;

export const keychainText: Readonly<
  Record<Exclude<KeychainState, 'available'>, Pick<ProblemText, 'message' | 'action'>>
> = {
  locked: {
    message: 'Your keychain is locked.',
    action: 'Unlock it, then try again. Your sign-in is still stored.',
  },
  waiting: {
    message: 'Waiting for your keychain.',
    action: 'It may be asking you to unlock it.',
  },
  notAnswering: {
    message: 'Your keychain is not responding.',
    action: 'Restart its service, then try again.',
  },
  missing: {
    message: 'No keychain service is running.',
    action: 'Start one, or sign in until you quit.',
  },
};
