import {
  type AppState,
  alertWords,
  type Dismissable,
  type KeychainState,
} from '../../../shared/app/index.ts';
import {
  accountProblem,
  accountStatus,
  describeProblem,
  type Problem,
} from '../../../shared/domain/index.ts';
import { printable } from '../../../shared/format/index.ts';
import { clockTime } from '../../ui/ago.ts';

/** The one next step of a banner. */
export type BannerStep =
  | { readonly kind: 'snooze'; readonly alertId: string }
  | { readonly kind: 'signIn'; readonly accountId: string }
  | { readonly kind: 'refresh'; readonly accountId: string | null }
  | { readonly kind: 'dismissNotice' }
  | { readonly kind: 'dismiss'; readonly what: Dismissable };

export interface Banner {
  readonly key: string;
  readonly tone: 'money' | 'trouble' | 'quiet';
  readonly sentence: string;
  /** What to do, or what happens by itself. */
  readonly action: string | null;
  readonly step: BannerStep | null;
}

function keychainBanner(keychain: KeychainState): Banner | null {
  const banner = (sentence: string, action: string, step: BannerStep | null): Banner => ({
    key: 'keychain',
    tone: 'trouble',
    sentence,
    action,
    step,
  });
  const again: BannerStep = { kind: 'refresh', accountId: null };
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

function stepFor(problem: Problem, accountId: string): BannerStep {
  switch (problem.kind) {
    case 'unauthorized':
    case 'noCredential':
    case 'forbidden':
      return { kind: 'signIn', accountId };
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'busy':
    case 'notFound':
    case 'invalid':
    case 'insufficientBalance':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'tls':
    case 'notTheService':
    case 'incompatible':
      return { kind: 'refresh', accountId };
  }
}

function nextTry(problem: Problem): string | null {
  const retryAt = 'retryAt' in problem ? problem.retryAt : null;
  return retryAt === null ? null : `Trying again at ${clockTime(retryAt)}.`;
}

/** The credential is out of reach because of the keychain, of which one banner is enough. */
function isKeychains({ kind }: Problem): boolean {
  return kind === 'keychainLocked' || kind === 'keychainUnavailable';
}

function accountBanners(app: AppState): readonly Banner[] {
  return app.accounts.flatMap(({ id, label }) => {
    const picture = app.pictures[id];
    const problem = picture === undefined ? null : accountProblem(picture);
    if (picture === undefined || problem === null || accountStatus(picture) === 'live') return [];
    if (isKeychains(problem) && app.keychain !== 'available') return [];
    const { sentence, action } = describeProblem(problem);
    const who = app.accounts.length > 1 ? `${printable(label)}: ` : '';
    return {
      key: `account:${id}`,
      tone: 'trouble',
      sentence: `${who}${sentence}`,
      action: nextTry(problem) ?? action,
      step: stepFor(problem, id),
    };
  });
}

const OFFLINE: Banner = {
  key: 'offline',
  tone: 'trouble',
  sentence: 'You are offline.',
  action: 'This is the last that was heard; it goes on by itself.',
  step: null,
};

const NO_TRAY: Banner = {
  key: 'noTray',
  tone: 'quiet',
  sentence: 'This desktop shows no tray icons.',
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
    .filter(({ snoozedUntil }) => snoozedUntil === null || snoozedUntil <= now)
    .map(
      (alert): Banner => ({
        key: `alert:${alert.id}`,
        tone: 'money',
        sentence: alertWords(alert, app.preferences.hideAmounts),
        action: null,
        step: { kind: 'snooze', alertId: alert.id },
      }),
    );
  const keychain = app.accounts.length === 0 ? null : keychainBanner(app.keychain);
  const notice: Banner | null =
    app.notice === null
      ? null
      : {
          key: 'notice',
          tone: 'quiet',
          sentence: printable(app.notice),
          action: null,
          step: { kind: 'dismissNotice' },
        };
  const troubles = app.surroundings.isOnline ? accountBanners(app) : [OFFLINE];
  const noTray = app.surroundings.hasTray || dismissed.includes('noTray') ? null : NO_TRAY;
  return [...alerts, keychain, ...troubles, notice, noTray].filter((banner) => banner !== null);
}
