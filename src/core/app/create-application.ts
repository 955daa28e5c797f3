import { join } from 'node:path';
import { initialState } from '../../shared/state/index.ts';
import { sleep } from '../clock.ts';
import { removeLeftovers } from '../files/index.ts';
import { createMonitor } from '../monitor/index.ts';
import { createSettingsFile, preferencesOf, type Settings } from '../settings/index.ts';
import { openSsh } from '../ssh/index.ts';
import { openKeychain } from '../vault/index.ts';
import { startAccounts } from './accounts/accounts.ts';
import { startKeychain } from './accounts/keychain.ts';
import { startAlerts } from './alerts/alerts.ts';
import { startAutoStops } from './auto-stop/auto-stop.ts';
import { startGpuLoad } from './gpu-load/gpu-load.ts';
import { startHistory } from './history/history.ts';
import { applyPreferences } from './kernel/apply-poll.ts';
import { alertNotifications } from './kernel/notifications.ts';
import type { Application, ApplicationPorts, Part } from './kernel/ports.ts';
import { createStateStore, withNotice } from './kernel/state-store.ts';
import { startLaunches } from './launch/launch.ts';
import { createQuitQuestion, startLeaveReminder } from './leaving/leave-reminder.ts';
import { startPriceWatches } from './offers/price-watches.ts';
import { startOperations } from './operations/operations.ts';
import { startPolling } from './polling/polling.ts';
import { createRequests } from './requests.ts';
import { createConfirmTerminal } from './settings/confirm-terminal.ts';
import { desktopEvents, renewOnDesktop } from './settings/desktop.ts';
import { startSsh } from './ssh/start-ssh.ts';
import { startUpdates } from './updates/updates.ts';
import { startBalances } from './usage/balances.ts';
import { startUsageReports } from './usage/usage-reports.ts';

/** Maximum time that pending writes and token refreshes delay a quit. */
const MAX_QUIT_MS = 3_000;

/** Starts all parts and polls the stored accounts. @throws SettingsError when the settings exist and cannot be read */
export async function createApplication(ports: ApplicationPorts): Promise<Application> {
  const { network, folder, newId, random, env = process.env } = ports;
  const { clock, log } = network;
  for (const each of [folder, ports.ssh.places.folder]) await removeLeftovers(each, clock.now());
  const store = createStateStore(initialState(ports.environment, clock.now()));
  const settings = createSettingsFile({
    ...{ path: join(folder, 'settings.json'), clock, log },
    onNotice: (message) => store.apply(withNotice(store.core(), 'settings', message)),
  });
  const loaded = await settings.load();
  store.apply(applyPreferences(store.core(), preferencesOf(loaded), clock.now()));

  const updates = startUpdates({ store, updater: ports.desktop.updater, clock, random });
  /** Notifies also in quiet hours: of what cannot wait, and of what the user's own action causes. */
  const desktopNow = { ...ports.desktop, notify: updates.noting(ports.desktop.notify) };
  const alerts = await startAlerts({
    store,
    path: join(folder, 'alerts.json'),
    log,
    clock,
    notify: desktopNow.notify,
  });
  const desktop = { ...desktopNow, notify: alerts.notify };
  const monitor = createMonitor({ clock, log, random });
  const polling = startPolling({ store, monitor, desktop, clock, alertsSaved: alerts.saved });
  const keychain = startKeychain({
    store,
    open: (onWaiting) =>
      openKeychain({ spawnHelper: ports.spawnHelper, env, clock, log, onWaiting }),
  });
  const accounts = await startAccounts({
    store,
    settings,
    keychain,
    monitor,
    network,
    folder,
    newId,
  });
  const { clients } = accounts;
  const bills = startUsageReports({ store, clients, clock });
  const operations = startOperations({
    store,
    loaded: loaded,
    settings,
    clients,
    monitor,
    desktop: desktopNow,
    clock,
    log,
  });
  const history = startHistory({ store, path: join(folder, 'history.db'), clock, log });
  const autoStops = startAutoStops({
    store,
    loaded: loaded,
    settings,
    operations,
    history: history.current,
    desktop: desktopNow,
    clock,
    log,
  });
  const ssh = startSsh({
    ssh: openSsh({ ...ports.ssh, env, clock, log }),
    ...{ store, desktop, env, clock, log, random },
    clientOf: (accountId) => accounts.clients().get(accountId),
    settings: loaded,
  });
  const launches = startLaunches({
    store,
    clients: accounts.clients,
    monitor,
    folder,
    clock,
    newId,
    log,
  });
  const gpuLoad = startGpuLoad({ store, gpus: ssh.ssh.gpus, hostOf: ssh.watch.hostOf, clock });

  /** In the order in which their hooks run. */
  const parts: readonly Part[] = [
    polling,
    bills,
    startBalances({ store, clients, clock, log }),
    operations,
    autoStops,
    alerts,
    history,
    ssh,
    gpuLoad,
    launches,
    accounts,
    keychain,
    updates,
    startLeaveReminder({ store, desktop: desktopNow, clock }),
    startPriceWatches({ store, network, settings, desktop, settingsChanged }),
  ];
  const each = (call: (part: Part) => void) => parts.forEach(call);
  monitor.onPoll((report) => each((part) => part.polled?.(report)));
  accounts.onChange(() => each((part) => part.accountsChanged?.()));
  accounts.watch();

  const confirmTerminal = createConfirmTerminal({
    ...{ settings, confirm: desktop.confirm, clock },
    onAsking: (isAsking) => store.set({ isAsking }),
  });
  const requests = createRequests({
    ...{ store, settings, accounts, alerts, bills, gpuLoad, history },
    ...{ keychain, autoStops, launches, monitor, operations, ssh, updates },
    ...{ desktop, network, clock, confirmTerminal, settingsChanged },
    recentErrors: ports.recentErrors,
  });

  function settingsChanged(next: Settings): void {
    const applied = applyPreferences(store.core(), preferencesOf(next), clock.now());
    store.apply(applied);
    const found = alertNotifications(applied.opened, applied.app);
    void alerts.saved().then(() => {
      for (const notification of found) desktopNow.notify(notification);
    });
    each((part) => part.settingsChanged?.(next));
  }

  renewOnDesktop({ store, settings, desktop, log, settingsChanged });

  return {
    ...{ state: store.get, subscribe: store.subscribe, requests },
    ...desktopEvents(store, monitor, each),
    mayQuit: createQuitQuestion({ state: store.get, desktop, requests, clock }),
    async stop() {
      const stopped = Promise.all(parts.map((part) => part.stop?.()));
      await Promise.race([stopped, sleep(clock, MAX_QUIT_MS)]);
      keychain.dispose();
    },
  };
}
