import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/index.ts';
import {
  knownVms,
  type ServiceProfile,
  UNKNOWN_STATE,
  type Vm,
  vmName,
} from '../../shared/domain/index.ts';
import { withMuted } from '../../shared/settings/index.ts';
import { vmKey } from '../../shared/ssh/index.ts';
import type { AppState } from '../../shared/state/index.ts';
import { type NetworkPorts, type SignedIn, withAccountChange } from '../accounts/index.ts';
import type { Clock } from '../clock.ts';
import type { Monitor } from '../monitor/index.ts';
import { Secret } from '../secret.ts';
import { type BaseUrl, parseBaseUrl, parseConsoleUrl, parseProfile } from '../service/index.ts';
import {
  preferencesOf,
  type Settings,
  type SettingsFile,
  withPreferences,
} from '../settings/index.ts';
import { parseTerminalCommand } from '../ssh/index.ts';
import type { AccountsPart } from './accounts/accounts.ts';
import type { KeychainPart } from './accounts/keychain.ts';
import type { AlertsPart } from './alerts/alerts.ts';
import type { AutoStopsPart } from './auto-stop/auto-stop.ts';
import { createDiagnosis } from './diagnostics/diagnose.ts';
import type { GpuLoadPart } from './gpu-load/gpu-load.ts';
import type { HistoryPart } from './history/history.ts';
import { withoutWriteProblem } from './kernel/apply-poll.ts';
import type { DesktopPorts, RequestHandlers } from './kernel/ports.ts';
import { refuse } from './kernel/refusal-error.ts';
import { type StateStore, withoutNotice } from './kernel/state-store.ts';
import type { LaunchesPart } from './launch/launch.ts';
import { createOfferRequests } from './offers/offers.ts';
import type { OperationsPart } from './operations/operations.ts';
import { refuseLimited } from './polling/polling.ts';
import type { ConfirmTerminal } from './settings/confirm-terminal.ts';
import { createSshRequests, type SshRequestContext } from './ssh/ssh-requests.ts';
import type { UpdatesPart } from './updates/updates.ts';
import { createUsageRequests } from './usage/usage.ts';

export interface RequestContext {
  readonly store: StateStore;
  readonly settings: SettingsFile;
  readonly accounts: AccountsPart;
  readonly alerts: Pick<AlertsPart, 'snooze'>;
  readonly bills: { refresh(): Promise<void> };
  readonly gpuLoad: Pick<GpuLoadPart, 'samplesOf' | 'retry'>;
  readonly history: Pick<HistoryPart, 'current'>;
  readonly autoStops: Pick<AutoStopsPart, 'set'>;
  readonly operations: Pick<OperationsPart, 'operateVm'>;
  readonly launches: LaunchesPart;
  readonly keychain: Pick<KeychainPart, 'recheck' | 'vault'>;
  readonly monitor: Pick<Monitor, 'refresh'>;
  readonly ssh: Pick<SshRequestContext, 'ssh' | 'watch' | 'launcher' | 'rescan' | 'includeChanged'>;
  readonly desktop: DesktopPorts;
  readonly network: NetworkPorts;
  readonly clock: Pick<Clock, 'now'>;
  readonly updates: Pick<UpdatesPart, 'check' | 'install'>;
  readonly confirmTerminal: ConfirmTerminal;
  readonly recentErrors: () => readonly string[];
  settingsChanged(settings: Settings): void;
}

/** The page on which a network asks for its login: plain http at the service's host, since it cannot answer https for it. */
export function loginPage(baseUrl: string): string {
  const { protocol, host, hostname } = new URL(baseUrl);
  return `http://${protocol === 'http:' ? host : hostname}/`;
}

function requireBaseUrl(text: string): BaseUrl {
  const result = parseBaseUrl(text);
  return result.ok ? result.url : refuse('invalid', result.message, '');
}

function requireProfile(text: string): ServiceProfile {
  const result = parseProfile(text);
  return result.ok ? result.profile : refuse('invalid', result.message, 'Correct the profile.');
}

function requireAccount<T extends { readonly id: string }>(
  { accounts }: { readonly accounts: readonly T[] },
  accountId: string,
): T {
  const account = accounts.find(({ id }) => id === accountId);
  return account ?? refuse('notFound', 'This account is not signed in.', 'Sign in again.');
}

function requireVm(state: AppState, accountId: string, vmId: string): Vm {
  const vm = knownVms(state.snapshots[accountId] ?? UNKNOWN_STATE).find(({ id }) => id === vmId);
  return vm ?? refuse('notFound', 'This VM is no longer in the list.', 'Refresh the list.');
}

/** Refuses an unusable command while its author still sees it. */
function refuseUnusableTerminal(text: string | null | undefined): void {
  if (typeof text !== 'string') return;
  const command = parseTerminalCommand(text);
  if (command.state === 'invalid')
    refuse('invalid', command.reason, 'Correct the terminal command.');
}

function existing(accountId: string | null): { readonly accountId?: string } {
  return accountId === null ? {} : { accountId };
}

/**
 * Each rejects with a `RefusalError`, or with the error of what it calls: `ServiceError`, `SettingsError`, `LockTimeout` or
 * `LockUnavailable`.
 */
export function createRequests(context: RequestContext): RequestHandlers {
  const { store, settings, desktop, monitor } = context;
  const { accounts } = context.accounts;

  async function finishSignIn(signedIn: SignedIn) {
    await context.accounts.signedIn(signedIn.account.id);
    store.apply(withoutWriteProblem(store.core(), signedIn.account.id));
    return { accountId: signedIn.account.id };
  }

  /** Applies a setting on the desktop, before it is stored: a refused one must not be. Returns the undo. */
  async function changeOnDesktop<T>(
    wanted: T | undefined,
    before: T,
    set: (value: T) => Promise<void>,
  ): Promise<() => Promise<void>> {
    if (wanted === undefined || wanted === before) return async () => {};
    await set(wanted);
    return () => set(before).catch(() => {});
  }

  return {
    ...createSshRequests({
      ...context.ssh,
      state: store.get,
      ...{ desktop, settings },
      settingsChanged: context.settingsChanged,
      requireVm(accountId, vmId) {
        const state = store.get();
        return { vm: requireVm(state, accountId, vmId), account: requireAccount(state, accountId) };
      },
    }),
    ...createDiagnosis({ ...context, ssh: context.ssh.ssh }),
    ...createUsageRequests({
      ...{ clients: context.accounts.clients, state: store.get, desktop },
      ...{ history: context.history.current, now: context.clock.now },
    }),
    ...createOfferRequests(context.network, requireBaseUrl),
    async readSshKeys({ accountId }) {
      const where = requireAccount(store.get(), accountId).profile?.sshKeys;
      const client = context.accounts.clients().get(accountId);
      return where === undefined || client === undefined ? [] : client.sshKeys(where);
    },
    launchVm: context.launches.launch,
    dismissLaunch: context.launches.dismiss,
    async signInWithKey({ baseUrl, key, accountId }) {
      const request = { baseUrl: requireBaseUrl(baseUrl), key: new Secret(key.trim()) };
      return finishSignIn(await accounts.signInWithKey({ ...request, ...existing(accountId) }));
    },
    async signInWithPassword({ baseUrl, email, password, accountId }) {
      const request = { baseUrl: requireBaseUrl(baseUrl), email, password: new Secret(password) };
      return finishSignIn(
        await accounts.signInWithPassword({ ...request, ...existing(accountId) }),
      );
    },
    async setWriteKey({ accountId, key }) {
      // The CLI may have signed it out.
      const account = requireAccount({ accounts: await accounts.list() }, accountId);
      const secret = key === null ? null : new Secret(key.trim());
      const result = await accounts.setWriteKey(account, secret);
      store.apply(withoutWriteProblem(store.core(), accountId));
      await context.accounts.reload();
      if (!result.ok) refuse(result.reason.kind, result.reason.message, result.reason.action);
    },
    async signOut({ accountId }) {
      context.accounts.signingOut(accountId);
      // Also after a failure: the account may still be there.
      const result = await accounts.signOut(accountId).finally(context.accounts.reload);
      if (!result.ok) refuse(result.reason.kind, result.reason.message, result.reason.action);
      // Its muted VMs are gone too.
      context.settingsChanged(await settings.load());
    },
    async changeAccount({ accountId, consoleUrl: typed, profile: written, ...change }) {
      requireAccount({ accounts: await accounts.list() }, accountId);
      const profile = written == null ? written : requireProfile(written);
      const consoleUrl = typed && parseConsoleUrl(typed);
      if (typed && consoleUrl === null)
        refuse(
          'invalid',
          'The console URL is not a full https address.',
          'Enter one such as https://console.example.com, without a user name.',
        );
      await settings.update((current) =>
        withAccountChange(current, accountId, { ...change, consoleUrl, profile }),
      );
      await context.accounts.reload();
    },
    async checkProfile({ text }) {
      const result = parseProfile(text);
      return { problem: result.ok ? null : result.message };
    },
    operateVm: context.operations.operateVm,
    async setAutoStop({ accountId, vmId, when }) {
      const limit = when === null ? null : parseAutoStop(when, context.clock.now());
      if (when !== null && limit === null) refuse('invalid', 'Not an auto-stop.', AUTO_STOP_HINT);
      const name = vmName(requireVm(store.get(), accountId, vmId));
      await context.autoStops.set({ accountId, vmId, name }, limit);
    },
    async refresh({ accountId }) {
      const ids = accountId === null ? store.get().accounts.map(({ id }) => id) : [accountId];
      for (const id of ids) store.apply(withoutWriteProblem(store.core(), id));
      const polls = ids.map(async (id) => [id, await monitor.refresh(id)] as const);
      const [waits] = await Promise.all([Promise.all(polls), context.bills.refresh()]);
      context.keychain.recheck();
      refuseLimited(store.get(), new Map(waits));
    },
    async openConsole({ accountId }) {
      const { consoleUrl } = requireAccount(store.get(), accountId);
      const address = consoleUrl === null ? null : parseConsoleUrl(consoleUrl);
      if (address === null)
        return refuse('noConsole', 'No console URL is set.', 'Add it under Accounts.');
      await desktop.openInBrowser(address);
    },
    async openLoginPage({ accountId }) {
      await desktop.openInBrowser(loginPage(requireAccount(store.get(), accountId).baseUrl));
    },
    readGpuLoad: async (vm) => ({ samples: context.gpuLoad.samplesOf(vm) }),
    retryGpuLoad: async (vm) => context.gpuLoad.retry(vm),
    async snoozeAlert({ alertId, snooze }) {
      context.alerts.snooze(alertId, snooze);
    },
    async muteVm({ accountId, vmId, isMuted }) {
      const key = vmKey(accountId, vmId);
      const next = await settings.update((current) =>
        withPreferences(current, {
          mutedVms: withMuted(preferencesOf(current).mutedVms, key, isMuted),
        }),
      );
      context.settingsChanged(next);
    },
    async changePreferences(change) {
      const { terminalCommand } = change;
      refuseUnusableTerminal(terminalCommand);
      if (typeof terminalCommand === 'string') await context.confirmTerminal(terminalCommand);
      const { autostart, shortcut } = store.get().preferences;
      const undos: (() => Promise<void>)[] = [];
      try {
        undos.push(await changeOnDesktop(change.autostart, autostart, desktop.setAutostart));
        undos.push(await changeOnDesktop(change.shortcut, shortcut, desktop.setShortcut));
        // The first run's question about alerts. An alert that came before the permission would be lost.
        if (change.hourlyRate !== undefined) desktop.askToNotify();
        context.settingsChanged(
          await settings.update((current) => withPreferences(current, change)),
        );
      } catch (error) {
        for (const undo of undos) await undo();
        throw error;
      }
    },
    checkForUpdates: () => context.updates.check(),
    installUpdate: () => context.updates.install(),
    async dismissNotice() {
      store.apply(withoutNotice(store.core()));
    },
    async hidePanel() {
      desktop.hidePanel();
    },
  };
}
