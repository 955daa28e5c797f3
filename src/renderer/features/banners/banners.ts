import {
  type AppAccount,
  type AppState,
  accountOwners,
  alertLasts,
  alertWords,
  isLoud,
  type KeychainState,
} from '../../../shared/app/index.ts';
import { accountProblem, accountStatus, type Problem } from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';
import type { Dismissable } from './dismissals.ts';
import { type NextStep, troubleOf } from './trouble.ts';

/** One thing to tell above the list. Its `key` says what it is about, and with which account. */
export interface Banner {
  readonly key: string;
  readonly tone: 'money' | 'trouble' | 'quiet';
  readonly message: string;
  /** For how long it has been so; left out: that is not told, and null: it has just begun. */
  readonly lasts?: string | null;
  /** What to do, or what happens by itself. */
  readonly action: string | null;
  readonly step: NextStep | null;
}

function keychainBanner(keychain: KeychainState): Banner | null {
  const banner = (message: string, action: string, step: NextStep | null): Banner => ({
    key: 'keychain',
    tone: 'trouble',
    message,
    action,
    step,
  });
  const again: NextStep = { kind: 'refresh', accountId: null };
  switch (keychain) {
    case 'available':
      return null;
    case 'locked':
      return banner('Your keychain is locked.', 'Nothing is lost: unlock it, then refresh.', again);
    case 'waiting':
      return banner('Waiting for your keychain.', 'It may be asking you to unlock it.', null);
    case 'notAnswering':
      return banner('Your keychain does not answer.', 'Restart its service, then refresh.', again);
    case 'missing':
      return banner(
        'No keychain service is running.',
        'Start it, or sign in until you quit.',
        again,
      );
  }
}

const KEPT_UNTIL_QUIT: Banner = {
  key: 'keptUntilQuit',
  tone: 'quiet',
  message: 'Your sign-in is kept only until you quit.',
  action: 'No keychain could take it.',
  step: { kind: 'dismiss', what: 'keptUntilQuit' },
};

/** Whoever has signed in until quitting has done what can be done without a keychain. */
function isKeptUntilQuit({ accounts, keychain }: AppState): boolean {
  const isAllInMemory = accounts.length > 0 && accounts.every(({ keptIn }) => keptIn === 'memory');
  // One that is there and only locked takes the sign-in as soon as it is unlocked: that is worth saying.
  return keychain === 'missing' && isAllInMemory;
}

/** The credential is out of reach because of the keychain, of which one banner is enough. */
function isKeychains({ kind }: Problem): boolean {
  return kind === 'keychainLocked' || kind === 'keychainUnavailable';
}

/** Whose a sentence is, where there are several. */
function whose({ accounts }: AppState, label: string): string {
  return accounts.length > 1 ? `${printable(label)}: ` : '';
}

function accountBanners(app: AppState): readonly Banner[] {
  return app.accounts.flatMap(({ id, label }) => {
    const snapshot = app.snapshots[id];
    const problem = snapshot === undefined ? null : accountProblem(snapshot);
    if (snapshot === undefined || problem === null || accountStatus(snapshot) === 'live') return [];
    if (isKeychains(problem) && app.keychain !== 'available') return [];
    const { message, action, step } = troubleOf(problem, id);
    return {
      key: `account:${id}`,
      tone: 'trouble',
      message: `${whose(app, label)}${message}`,
      action,
      step,
    };
  });
}

/** Whether what the account costs is known of another one of the same owner. */
function isSeenByAnother(app: AppState, account: AppAccount): boolean {
  const theirs = accountOwners(app).find((accounts) => accounts.includes(account)) ?? [];
  return theirs.some(({ id }) => app.snapshots[id]?.spend.value);
}

/** A key that may list VMs and nothing else works as it should; but whoever set a limit counts on the spend. */
function spendBanners(app: AppState): readonly Banner[] {
  return app.accounts.flatMap((account) => {
    const snapshot = app.snapshots[account.id];
    const isRefused = snapshot?.spend.problem?.kind === 'forbidden';
    if (snapshot === undefined || !isRefused || accountStatus(snapshot) !== 'live') return [];
    if (isSeenByAnother(app, account)) return [];
    return {
      key: `spend:${account.id}`,
      tone: 'quiet',
      message: `${whose(app, account.label)}This key may not see the spend, so there is no rate and no alert.`,
      action: null,
      step: { kind: 'anotherKey', accountId: account.id },
    };
  });
}

function offlineBanner({ accounts, snapshots }: AppState): Banner {
  const wasHeard = accounts.some(({ id }) => {
    const snapshot = snapshots[id];
    return snapshot !== undefined && (snapshot.vms.value !== null || snapshot.spend.value !== null);
  });
  return {
    key: 'offline',
    tone: 'trouble',
    message: 'You are offline.',
    action: wasHeard
      ? 'This is the last that was heard; it goes on by itself.'
      : 'It goes on by itself.',
    step: null,
  };
}

const NO_TRAY: Banner = {
  key: 'noTray',
  tone: 'quiet',
  message: 'This desktop shows no tray icons.',
  action:
    'Closed, GPU Tray goes on: start it again to open it. In GNOME, the extension “AppIndicator” adds a tray.',
  step: { kind: 'dismiss', what: 'noTray' },
};

/**
 * Everything to tell above the list, most urgent first.
 * @param now ms since the epoch
 * @param dismissed what was read and put away until GPU Tray is started again
 */
export function banners(
  app: AppState,
  now: number,
  dismissed: readonly Dismissable[],
): readonly Banner[] {
  const alerts = app.alerts
    .filter((alert) => isLoud(alert, now))
    .map(
      (alert): Banner => ({
        key: `alert:${alert.id}`,
        tone: 'money',
        message: alertWords(alert, app.preferences),
        lasts: alertLasts(alert, now),
        action: null,
        step: { kind: 'snooze', alertId: alert.id },
      }),
    );
  const isUntilQuit = isKeptUntilQuit(app);
  const keychain = app.accounts.length === 0 || isUntilQuit ? null : keychainBanner(app.keychain);
  const notice: Banner | null =
    app.notice === null
      ? null
      : {
          key: 'notice',
          tone: 'quiet',
          message: printable(app.notice),
          action: null,
          step: { kind: 'dismissNotice' },
        };
  const troubles = app.surroundings.isOnline ? accountBanners(app) : [offlineBanner(app)];
  const untilQuit = isUntilQuit && !dismissed.includes('keptUntilQuit') ? KEPT_UNTIL_QUIT : null;
  const noTray = app.surroundings.hasTray || dismissed.includes('noTray') ? null : NO_TRAY;
  const quiet = [...spendBanners(app), notice, untilQuit, noTray];
  return [...alerts, keychain, ...troubles, ...quiet].filter((banner) => banner !== null);
}

/** Whether a banner is about this account, or about all of them; money and news are about none. */
export function isAbout({ key }: Banner, accountId: string): boolean {
  const keys = ['keychain', 'offline', `account:${accountId}`, `spend:${accountId}`];
  return keys.includes(key);
}
