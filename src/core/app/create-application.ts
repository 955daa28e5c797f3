import { join } from 'node:path';
import { type AppAccount, accountOwners, initialState } from '../../shared/app/index.ts';
import { accountProblem } from '../../shared/domain/index.ts';
import { createAccounts } from '../accounts/index.ts';
import { createAlertFile } from '../alerts/index.ts';
import { sleep } from '../clock.ts';
import { LockTimeout } from '../files/index.ts';
import { createMonitor } from '../monitor/index.ts';
import {
  createSettingsFile,
  preferencesOf,
  type Settings,
  SettingsError,
} from '../settings/index.ts';
import { openSsh } from '../ssh/index.ts';
import { openKeychain } from '../vault/index.ts';
import { createAlertWatch } from './alert-watch.ts';
import type { Application, ApplicationPorts } from './application.ts';
import { createConfirmTerminal } from './confirm-terminal.ts';
import { createCostWatch } from './cost-watch.ts';
import { type BilledCosts, billedOnce, costsOf } from './costs.ts';
import { followOwners } from './follow-owners.ts';
import { createKeychainWatch } from './keychain-watch.ts';
import { followMonitor, rateOf } from './live-figures.ts';
import { createNotices } from './notices.ts';
import { createRequests } from './requests.ts';
import { type SshPart, startSsh } from './ssh/index.ts';
import { createStateStore } from './state-store.ts';
import { createWatchedAccounts } from './watched-accounts.ts';
import { withAccounts } from './with-accounts.ts';

/** A service that does not answer must not hold up a quit for longer. */
const MAX_QUIT_MS = 3_000;

/**
 * Puts core together and starts watching the stored accounts.
 * @throws SettingsError when the settings are there and cannot be read
 */
export async function createApplication(ports: ApplicationPorts): Promise<Application> {
  const { desktop, network, folder, newId, random, env = process.env } = ports;
  const { clock, log } = network;
  const store = createStateStore(initialState(ports.surroundings, clock.now()));
  const settings = createSettingsFile({ path: join(folder, 'settings.json'), clock, log });
  const loaded = await settings.load();
  const notices = createNotices(store);
  store.set({ preferences: preferencesOf(loaded.settings) });
  if (loaded.notice !== null) notices.tell('settings', loaded.notice);

  const alertFile = createAlertFile(join(folder, 'alerts.json'), log);
  const alerts = createAlertWatch({
    file: alertFile,
    memory: await alertFile.load(),
    now: clock.now,
    newId,
  });

  const keychain = openKeychain({
    spawnHelper: ports.spawnHelper,
    env,
    clock,
    log,
    onWaiting: (isWaiting) => keychainWatch.waiting(isWaiting),
  });
  const keychainWatch = createKeychainWatch({
    status: keychain.vault.status,
    current: () => store.get().keychain,
    onChange(state) {
      const isBack = state === 'available' && store.get().keychain !== 'available';
      store.set({ keychain: state });
      if (isBack) void storeFromMemory();
    },
  });

  let startedSsh: SshPart | null = null;
  const accounts = createAccounts({ settings, vault: keychain.vault, network, folder, newId });
  const monitor = createMonitor({ clock, log, random });
  const watched = createWatchedAccounts({
    accounts,
    monitor,
    isInMemory: accounts.isInMemory,
    onChange(listed) {
      store.set(withAccounts(store.get(), listed));
      startedSsh?.accountsChanged();
      if (listed.length > 0) return;
      alerts.forget();
      if (store.get().alerts.length > 0) store.set({ alerts: [] });
      if (store.get().rates.length > 0) store.set({ rates: [] });
    },
  });

  const costs = createCostWatch({
    clients: watched.clients,
    clock,
    onBilled(billed) {
      lastBilled = { billed, at: clock.now() };
      showCosts();
    },
  });

  let lastBilled: { readonly billed: readonly BilledCosts[]; readonly at: number } | null = null;
  function showCosts(): void {
    if (lastBilled === null) return;
    const state = store.get();
    const owners = accountOwners(state).map((theirs) => theirs.map(({ id }) => id));
    const billed = billedOnce(lastBilled.billed, owners);
    store.set({ costs: costsOf(billed, state.costs, rateOf(state), lastBilled.at) });
  }

  const unfollowOwners = followOwners(store, (message) => {
    if (message !== null) notices.tell('owners', message);
    showCosts();
  });

  let sleptAt: number | null = null;
  const unfollow = followMonitor({
    store,
    monitor,
    alerts,
    desktop,
    clock,
    awayMs: () => (sleptAt === null ? null : clock.now() - sleptAt),
  });

  function adaptTo(next: Settings): void {
    const preferences = preferencesOf(next);
    store.set({ preferences });
    store.set({ alerts: alerts.open(store.get()) });
    monitor.adapt({ idleMs: preferences.idleSeconds * 1000 });
    ssh.settingsChanged(next);
  }

  async function reloadSafely(): Promise<void> {
    try {
      await watched.reload();
    } catch (error) {
      const isForeseen = error instanceof SettingsError || error instanceof LockTimeout;
      notices.tell('accounts', isForeseen ? error.message : 'The accounts could not be read anew.');
      log.warn('accounts.unread', { foreseen: isForeseen });
    }
  }

  async function storeFromMemory(): Promise<void> {
    await accounts.storeFromMemory().catch(() => log.warn('accounts.unstored'));
    await reloadSafely();
  }

  async function reload(): Promise<void> {
    await watched.reload();
    costs.ask();
  }

  const unwatchProblems = monitor.onPoll(({ before, after }) => {
    const kinds = [accountProblem(before)?.kind, accountProblem(after)?.kind];
    if (kinds.includes('keychainLocked') || kinds.includes('keychainUnavailable'))
      keychainWatch.look();
  });
  const unsubscribeKeychain = monitor.onPoll(({ hasFailed }) => {
    if (hasFailed) return;
    keychainWatch.lookAgain();
    // A token that was rotated just now may have found the keychain locked.
    const isTold = ({ id, keptIn }: AppAccount) =>
      accounts.isInMemory(id) === (keptIn === 'memory');
    if (!store.get().accounts.every(isTold)) {
      keychainWatch.look();
      void reloadSafely();
    }
  });

  const { isOnline } = ports.surroundings;
  monitor.adapt({ idleMs: store.get().preferences.idleSeconds * 1000, isOnline });
  store.set({ alerts: alerts.open(store.get()) });
  keychainWatch.look();
  await reload();

  const ssh = startSsh({
    ssh: openSsh({ ...ports.ssh, env, clock, log }),
    ...{ store, desktop, env, clock, log, random },
    clientOf: watched.client,
    settings: loaded.settings,
  });
  startedSsh = ssh;
  const endSshPolls = monitor.onPoll(ssh.polled);

  // The program may have moved since, or the desktop have forgotten it.
  if (store.get().preferences.autostart)
    desktop.setAutostart(true).catch(() => log.warn('autostart.unset'));

  const confirmTerminal = createConfirmTerminal({
    settings,
    confirm: desktop.confirm,
    clock,
    onAsking: (isAsking) => store.set({ isAsking }),
  });
  const requests = createRequests({
    ...{ accounts, desktop, alerts, ssh, settings, confirmTerminal },
    state: store.get,
    now: clock.now,
    async refresh(accountId) {
      await monitor.refresh(accountId ?? undefined);
      keychainWatch.lookAgain();
    },
    async signedIn({ account }) {
      await watched.restart(account.id);
      costs.ask();
      keychainWatch.look();
    },
    signingOut: watched.stop,
    reloadAccounts: reload,
    settingsChanged: adaptTo,
    alertsChanged: () => store.set({ alerts: alerts.open(store.get()) }),
    dismissNotice: notices.dismiss,
  });

  return {
    state: store.get,
    subscribe: store.subscribe,
    requests,
    panelOpened() {
      monitor.adapt({ isPanelOpen: true });
      // The command line may have signed in or out meanwhile, and the user have changed their configuration.
      ssh.rescan();
      void reloadSafely();
    },
    panelClosed: () => monitor.adapt({ isPanelOpen: false }),
    screenLocked: () => monitor.adapt({ isScreenLocked: true }),
    screenUnlocked: () => monitor.adapt({ isScreenLocked: false }),
    suspended() {
      sleptAt = clock.now();
      monitor.suspend();
      costs.stop();
      ssh.suspended();
    },
    resumed() {
      monitor.resume();
      costs.ask();
      ssh.resumed();
    },
    online(isOnline) {
      store.set({ surroundings: { ...store.get().surroundings, isOnline } });
      monitor.adapt({ isOnline });
      if (isOnline) costs.ask();
      ssh.online(isOnline);
    },
    notificationFailed: ({ title, body }) =>
      notices.tell('notification', body === '' ? title : `${title}: ${body}`),
    trayFound: (hasTray) => store.set({ surroundings: { ...store.get().surroundings, hasTray } }),
    async stop() {
      unfollow();
      endSshPolls();
      unwatchProblems();
      unsubscribeKeychain();
      unfollowOwners();
      monitor.stop();
      costs.stop();
      const refreshes = [...watched.clients().values()].map((client) => client.settled());
      const settled = Promise.all([alertFile.settled(), ssh.stop(), ...refreshes])
        .then(accounts.storeFromMemory)
        .catch(() => log.warn('accounts.unstored'));
      await Promise.race([settled, sleep(clock, MAX_QUIT_MS)]);
      keychain.dispose();
    },
  };
}
