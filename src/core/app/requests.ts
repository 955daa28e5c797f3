import type { AppAccount, AppState } from '../../shared/app/index.ts';
import type { Vm } from '../../shared/domain/index.ts';
import type { Accounts, SignedIn } from '../accounts/index.ts';
import { Secret } from '../secret.ts';
import { type BaseUrl, parseBaseUrl } from '../service/index.ts';
import { type Settings, type SettingsFile, withPreferences } from '../settings/index.ts';
import { parseTerminalCommand } from '../ssh/index.ts';
import type { AlertWatch } from './alert-watch.ts';
import type { DesktopPorts, RequestHandlers } from './application.ts';
import type { ConfirmTerminal } from './confirm-terminal.ts';
import { parseConsoleUrl } from './console-url.ts';
import { refuse } from './refusal-error.ts';
import { createSshRequests, type SshRequestContext } from './ssh/index.ts';

/** What the requests work with. */
export interface RequestContext {
  readonly state: () => AppState;
  readonly accounts: Accounts;
  readonly settings: SettingsFile;
  readonly desktop: DesktopPorts;
  readonly alerts: AlertWatch;
  readonly now: () => number;
  refresh(accountId: string | null): Promise<void>;
  /** A credential was stored, or is kept in memory for `reason`; watches the account with it. */
  signedIn(signedIn: SignedIn): Promise<void>;
  /** Stops watching before the credential goes, so that nothing under way can bring it back. */
  signingOut(accountId: string): void;
  reloadAccounts(): Promise<void>;
  settingsChanged(settings: Settings): void;
  alertsChanged(): void;
  dismissNotice(): void;
  readonly confirmTerminal: ConfirmTerminal;
  readonly ssh: Pick<SshRequestContext, 'ssh' | 'watch' | 'launcher' | 'rescan' | 'includeChanged'>;
}

function requireBaseUrl(text: string): BaseUrl {
  const result = parseBaseUrl(text);
  return result.ok ? result.url : refuse('invalid', result.message, '');
}

function requireAccount(state: AppState, accountId: string): AppAccount {
  const account = state.accounts.find(({ id }) => id === accountId);
  return account ?? refuse('notFound', 'This account is not signed in.', 'Sign in again.');
}

function requireVm(state: AppState, accountId: string, vmId: string): Vm {
  const vm = state.snapshots[accountId]?.vms.value?.vms.find(({ id }) => id === vmId);
  return vm ?? refuse('notFound', 'This VM is not there any more.', 'Refresh the list.');
}

/** Refuses an unusable command while its author still sees it. */
function refuseUnusableTerminal(text: string | null | undefined): void {
  if (typeof text !== 'string') return;
  const command = parseTerminalCommand(text);
  if (command.state === 'invalid')
    refuse('invalid', command.reason, 'Correct the terminal command.');
}

function again(accountId: string | null): { readonly accountId?: string } {
  return accountId === null ? {} : { accountId };
}

/**
 * Each rejects with a `RefusalError`, or with the error of what it calls: `ServiceError`, `SettingsError`, `LockTimeout` or
 * `LockUnavailable`.
 */
export function createRequests(context: RequestContext): RequestHandlers {
  const { accounts, settings, desktop } = context;

  async function finishSignIn(signedIn: SignedIn) {
    await context.signedIn(signedIn);
    return { accountId: signedIn.account.id };
  }

  /** The desktop first: a switch must not be on while nothing comes of it. Answers the way back. */
  async function changeAutostart(isOn: boolean | undefined): Promise<() => Promise<void>> {
    const before = context.state().preferences.autostart;
    if (isOn === undefined || isOn === before) return async () => {};
    await desktop.setAutostart(isOn);
    return () => desktop.setAutostart(before).catch(() => {});
  }

  return {
    ...createSshRequests({
      ...context.ssh,
      state: context.state,
      ...{ desktop, settings },
      settingsChanged: context.settingsChanged,
      requireVm(accountId, vmId) {
        const state = context.state();
        return { vm: requireVm(state, accountId, vmId), account: requireAccount(state, accountId) };
      },
    }),
    async signInWithKey({ baseUrl, key, accountId }) {
      const request = { baseUrl: requireBaseUrl(baseUrl), key: new Secret(key.trim()) };
      return finishSignIn(await accounts.signInWithKey({ ...request, ...again(accountId) }));
    },
    async signInWithPassword({ baseUrl, email, password, accountId }) {
      const request = { baseUrl: requireBaseUrl(baseUrl), email, password: new Secret(password) };
      return finishSignIn(await accounts.signInWithPassword({ ...request, ...again(accountId) }));
    },
    async signOut({ accountId }) {
      context.signingOut(accountId);
      // Whatever comes of it, an account that is still there is watched again.
      const result = await accounts.signOut(accountId).finally(context.reloadAccounts);
      if (!result.ok) refuse(result.reason.kind, result.reason.message, result.reason.action);
    },
    async setConsoleUrl({ accountId, consoleUrl }) {
      const address = consoleUrl === null ? null : parseConsoleUrl(consoleUrl);
      if (consoleUrl !== null && address === null)
        refuse('invalid', 'The console address must begin with https://.', 'Correct it.');
      await settings.update((current) => ({
        ...current,
        accounts: current.accounts.map((account) =>
          account.id === accountId ? { ...account, consoleUrl: address } : account,
        ),
      }));
      await context.reloadAccounts();
    },
    refresh: ({ accountId }) => context.refresh(accountId),
    async openConsole({ accountId }) {
      const { consoleUrl } = requireAccount(context.state(), accountId);
      const address = consoleUrl === null ? null : parseConsoleUrl(consoleUrl);
      if (address === null)
        return refuse(
          'noConsole',
          'The address of the console is not known.',
          'Set it under Accounts.',
        );
      await desktop.openInBrowser(address);
    },
    async snoozeAlert({ alertId, minutes }) {
      context.alerts.snooze(alertId, context.now() + minutes * 60_000);
      context.alertsChanged();
    },
    async changePreferences(change) {
      const { terminalCommand } = change;
      refuseUnusableTerminal(terminalCommand);
      if (typeof terminalCommand === 'string') await context.confirmTerminal(terminalCommand);
      const undo = await changeAutostart(change.autostart);
      try {
        context.settingsChanged(
          await settings.update((current) => withPreferences(current, change)),
        );
      } catch (error) {
        await undo();
        throw error;
      }
    },
    async dismissNotice() {
      context.dismissNotice();
    },
    async hidePanel() {
      desktop.hidePanel();
    },
  };
}
