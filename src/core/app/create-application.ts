import { dirname, join } from 'node:path';
import { initialState } from '../../shared/state/index.ts';
import { sleep } from '../clock.ts';
import { removeLeftovers } from '../files/index.ts';
import { createMonitor } from '../monitor/index.ts';
import {
  computerName,
  createSettingsFile,
  preferencesOf,
  type Settings,
} from '../settings/index.ts';
import { openSsh } from '../ssh/index.ts';
import { startAccounts, startKeychain } from './accounts/index.ts';
import { startActing } from './acting/index.ts';
import { alertNotifications, startAlerts } from './alerts/index.ts';
import { startAutoStops } from './auto-stop/index.ts';
import { startDiagnostics } from './diagnostics/index.ts';
import { startGpuLoad } from './gpu-load/index.ts';
import { startHistory } from './history/index.ts';
import { applyPreferences } from './kernel/apply-poll.ts';
import { startDelivery } from './kernel/deliver.ts';
import type { ApplicationPorts, Notification, Part, RequestHandlers } from './kernel/ports.ts';
import { createStateStore, withNotice } from './kernel/state-store.ts';
import { startLaunches } from './launch/index.ts';
import { createQuitQuestion, startLeaveReminder } from './leaving/index.ts';
import { startMessages } from './messages/index.ts';
import { startPriceWatches } from './offers/index.ts';
import { startOperations } from './operations/index.ts';
import { startPolling } from './polling/index.ts';
import { desktopEvents, startSettings } from './settings/index.ts';
import { startSsh } from './ssh/index.ts';
import { startUpdates } from './updates/index.ts';
import { startBalances, startUsage, startUsageReports } from './usage/index.ts';

/** Maximum time that pending writes and token refreshes delay a quit. */
const MAX_QUIT_MS = 2_500;

/** The state with the stored preferences, and the settings file. */
async function loadState({ network, folder, ssh, environment }: ApplicationPorts) {
  const { clock, log } = network;
  for (const each of [folder, ssh.places.folder, dirname(ssh.places.configFile)])
    await removeLeftovers(each, clock.now());
  const named = { computer: computerName(), ...environment };
  const store = createStateStore(initialState(named, clock.now()));
  const settings = createSettingsFile({
    path: join(folder, 'settings.json'),
    clock,
    log,
    onNotice: (message) => store.apply(withNotice(store.core(), 'settings', message)),
  });
  const loaded = await settings.load();
  store.apply(applyPreferences(store.core(), preferencesOf(loaded), clock.now()));
  return { store, settings, loaded, clock, log };
}

/** GPU Tray without a desktop: one state, the requests that change it, and the desktop's events. */
export type Application = Awaited<ReturnType<typeof createApplication>>;

/** Starts all parts and polls the stored accounts. @throws SettingsError when the settings exist and cannot be read */
export async function createApplication(ports: ApplicationPorts) {
  const { folder, random, desktop, env = process.env } = ports;
  const base = await loadState(ports);
  const { store, clock, log } = base;
  const acting = await startActing({ ...base, folder });
  const delivery = await startDelivery({ ...base, ...ports, path: join(folder, 'alerts.json') });
  const { deliver, notifiedAt } = delivery;
  const updates = startUpdates({ ...base, updater: desktop.updater, notifiedAt, random });
  const alerts = startAlerts({ ...base, save: delivery.save, deliver });
  const monitor = createMonitor({ clock, log, random });
  const keychain = startKeychain({
    store,
    clock,
    refresh: (accountId) => void monitor.refresh(accountId),
    open: (onWaiting) =>
      ports.openKeychain({ settings: base.settings, env, clock, log, onWaiting }),
  });
  const shared = { ...base, ...ports, env, monitor, keychain, deliver, settingsChanged };
  const accounts = await startAccounts(shared);
  const { clients } = accounts;
  const messages = await startMessages({ ...shared, vault: keychain.vault });
  delivery.onTold(messages.tell);
  const history = startHistory({ ...base, path: join(folder, 'history.db') });
  const usageReports = startUsageReports({ ...base, clients, measure: history.measure });
  const polling = startPolling({ ...shared, usageReports });
  const operations = startOperations({ ...shared, clients });
  const prefix = () => store.get().preferences.namePrefix;
  const ssh = startSsh({
    ...shared,
    ssh: openSsh({ ...ports.ssh, env, clock, log, prefix }),
    clientOf: (accountId) => clients().get(accountId),
  });
  const autoStops = startAutoStops({
    ...base,
    operations,
    history: history.current,
    deliver,
    armed: ssh.ssh.armed,
    hostOf: ssh.watch.hostOf,
    isUnattended: ports.isUnattended,
    idleStopMs: ports.idleStopMs,
    scriptOf: (accountId) => clients().get(accountId)?.stopFromInside ?? null,
  });
  const launches = startLaunches({ ...shared, clients });
  const gpuLoad = startGpuLoad({ ...base, gpus: ssh.ssh.gpus, hostOf: ssh.watch.hostOf });
  const priceWatches = startPriceWatches(shared);
  const preferences = startSettings(shared);
  const usage = startUsage({ ...shared, clients, history: history.current });
  const diagnostics = startDiagnostics({ ...shared, clients, ssh: ssh.ssh });

  /** In the order in which their hooks run. */
  const parts: readonly Part[] = [
    polling,
    preferences,
    alerts,
    usageReports,
    startBalances({ ...base, clients }),
    operations,
    autoStops,
    delivery,
    messages,
    history,
    ssh,
    gpuLoad,
    launches,
    accounts,
    keychain,
    updates,
    startLeaveReminder({ ...base, deliver }),
    priceWatches,
  ];
  const forEachPart = (call: (part: Part) => void) => parts.forEach(call);
  if (ports.onPoll !== undefined) monitor.onPoll(ports.onPoll);
  monitor.onPoll((report) => forEachPart((part) => part.polled?.(report)));
  accounts.watch(() => forEachPart((part) => part.accountsChanged?.()));

  const requests: RequestHandlers = {
    ...accounts.requests,
    ...alerts.requests,
    ...autoStops.requests,
    ...gpuLoad.requests,
    ...launches.requests,
    ...messages.requests,
    ...operations.requests,
    ...polling.requests,
    ...priceWatches.requests,
    ...preferences.requests,
    ...ssh.requests,
    ...updates.requests,
    ...usage.requests,
    ...diagnostics.requests,
  };

  function settingsChanged(next: Settings): void {
    const applied = applyPreferences(store.core(), preferencesOf(next), clock.now());
    store.apply(applied);
    void deliver(alertNotifications(applied.opened, applied.app), { urgent: true });
    forEachPart((part) => part.settingsChanged?.(next));
  }

  acting.watch(async () => {
    const current = await base.settings.load().catch(() => base.loaded);
    await Promise.all(parts.map((part) => part.takingOver?.(current)));
    store.set({ actsElsewhere: null });
    settingsChanged(current);
  });

  return {
    state: store.get,
    subscribe: store.subscribe,
    /** After all parts have had the poll. */
    onPoll: monitor.onPoll,
    unconfirmedStops: autoStops.unconfirmed,
    /** Joins no others. */
    notifyAtOnce: (notification: Notification) => deliver([notification], { urgent: true }),
    requests,
    ...desktopEvents(store, monitor, forEachPart),
    /** Asks before a quit while VMs are billed. Resolves to whether to quit; never rejects. */
    mayQuit: createQuitQuestion({ state: store.get, desktop, deliver, requests, clock }),
    /** Resolves within seconds, after pending token refreshes are stored: a quit before would sign the user out. */
    async stop(): Promise<void> {
      const stopped = Promise.all(parts.map((part) => part.stop?.()));
      await Promise.race([stopped, sleep(clock, MAX_QUIT_MS)]);
      keychain.dispose();
      acting.stop();
    },
  };
}
