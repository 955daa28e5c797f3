import { dirname, join } from 'node:path';
import type { Actor, Holder } from '../../shared/acting/acting.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { sleep } from '../clock.ts';
import { type AppEvent, createOutboxFile } from '../events/index.ts';
import { removeLeftovers } from '../files/index.ts';
import { createMonitor, type PollReport } from '../monitor/index.ts';
import { accountPlaces } from '../providers/index.ts';
import {
  computerName,
  createSettingsFile,
  preferencesOf,
  type Settings,
} from '../settings/index.ts';
import { openSsh } from '../ssh/index.ts';
import type { Keychain } from '../vault/index.ts';
import { startAccounts, startKeychain } from './accounts/index.ts';
import { notePolls, startActing, watchHolder } from './acting/index.ts';
import { startAlerts } from './alerts/index.ts';
import { startAutoStops } from './auto-stop/index.ts';
import { startDiagnostics } from './diagnostics/index.ts';
import { startGpuLoad } from './gpu-load/index.ts';
import { startHistory, viewHistory } from './history/index.ts';
import { applyPreferences } from './kernel/apply-poll.ts';
import { startDelivery } from './kernel/deliver.ts';
import type { ApplicationPorts, Part, RequestHandlers } from './kernel/ports.ts';
import { createStateStore, withNotice } from './kernel/state-store.ts';
import { startLaunches } from './launch/index.ts';
import { createQuitQuestion, startLeaveReminder } from './leaving/index.ts';
import { startMessages } from './messages/index.ts';
import { startCloudOffers, startPriceWatches } from './offers/index.ts';
import { startOperations } from './operations/index.ts';
import { startPolling } from './polling/index.ts';
import { desktopEvents, startSettings } from './settings/index.ts';
import { startSsh } from './ssh/index.ts';
import { startUpdates } from './updates/index.ts';
import { startBalances, startUsage, startUsageReports } from './usage/index.ts';

/** Maximum time that pending writes and token refreshes delay a quit. */
const MAX_QUIT_MS = 2_500;

/** Starts what all parts use. @param other the process that acts on the folder; null: this one does @param parts in the order in which their hooks run */
async function startShared(ports: ApplicationPorts, other: Holder | null, parts: readonly Part[]) {
  const { network, folder, ssh, environment, random, desktop, env = process.env } = ports;
  const { clock, log } = network;
  for (const each of [folder, ssh.places.folder, dirname(ssh.places.configFile)])
    await removeLeftovers(each, clock.now());
  const named = { computer: computerName(), ...environment };
  const initial = initialState(named, clock.now());
  const store = createStateStore({ ...initial, actsElsewhere: other });
  const settings = createSettingsFile({
    path: join(folder, 'settings.json'),
    clock,
    log,
    onNotice: (message) => store.apply(withNotice(store.core(), 'settings', message)),
  });
  const loaded = await settings.load();
  store.apply(applyPreferences(store.core(), preferencesOf(loaded), clock.now()).core);
  const base = { ...ports, store, settings, loaded, clock, log };
  const file = other === null ? createOutboxFile(join(folder, 'alerts.json'), log) : null;
  const delivery = await startDelivery({ ...base, file });
  const { deliver } = delivery;
  const monitor = createMonitor({ clock, log, random });
  const keychain = startKeychain({
    store,
    clock,
    refresh: (accountId) => void monitor.refresh(accountId),
    open: (onWaiting) => ports.openKeychain({ settings, env, clock, log, onWaiting }),
  });

  function settingsChanged(next: Settings): void {
    const { core, events } = applyPreferences(store.core(), preferencesOf(next), clock.now());
    store.apply(core);
    const opened = events.filter(({ kind }) => kind === 'alertOpened');
    if (other === null) void deliver(opened, { urgent: true });
    for (const part of parts) part.settingsChanged?.(next);
  }

  const show = desktop.notify;
  const { vault } = keychain;
  const added = { env, monitor, keychain, vault, delivery, deliver, show, settingsChanged };
  return { ...base, ...added };
}

/** Starts all parts, of a viewer without those that stop VMs, alert, record and send. @throws FileError for unreadable settings */
async function startParts(ports: ApplicationPorts, self: Actor, other: Holder | null) {
  const parts: Part[] = [];
  const shared = await startShared(ports, other, parts);
  const { store, monitor, keychain, delivery, deliver, clock, log, env, folder } = shared;
  const isViewer = other !== null;
  const alerts = startAlerts({ ...shared, save: delivery.save });
  const accounts = await startAccounts(shared);
  const { clients } = accounts;
  const openHistory = isViewer ? viewHistory : startHistory;
  const history = openHistory({ ...shared, path: join(folder, 'history.db') });
  const usageReports = startUsageReports({ ...shared, clients, measure: history.measure });
  const polling = startPolling({ ...shared, usageReports });
  const operations = startOperations({ ...shared, clients });
  const prefix = () => store.get().preferences.namePrefix;
  const ssh = startSsh({ ...shared, ssh: openSsh({ ...ports.ssh, env, clock, log, prefix }) });
  const { hostOf } = ssh.watch;
  const autoStops = startAutoStops({
    ...shared,
    operations,
    history: history.current,
    idleStopMs: ports.watch?.idleStopMs,
    callerOf(vm) {
      const [host, script] = [hostOf(vm), clients.get(vm.accountId)?.stopFromInside];
      return host && script !== undefined ? ssh.ssh.callerOf(host, script) : null;
    },
  });
  const launches = startLaunches({ ...shared, clients, setAutoStop: autoStops.set });
  const gpuLoad = startGpuLoad({ ...shared, gpus: ssh.ssh.gpus, hostOf });
  const places = () => accountPlaces(store.get().accounts, ({ id }) => clients.get(id));
  const priceWatches = startPriceWatches({ ...shared, places });
  const cloudOffers = startCloudOffers({ ...shared, places });
  const preferences = startSettings(shared);
  const usage = startUsage({ ...shared, clients, history: history.current, usageReports });
  const updates = startUpdates({ ...shared, updater: ports.desktop.updater });
  const diagnostics = startDiagnostics({ ...shared, clients, ssh: ssh.ssh });
  const leaveReminder = startLeaveReminder(shared);
  // Its first messages, which the last run left, are worded by what the others have loaded.
  const { queue } = delivery;
  const messages = await startMessages({ ...shared, queue });

  parts.push(
    polling,
    preferences,
    startBalances({ ...shared, clients }),
    operations,
    ...(isViewer
      ? [{ polled: autoStops.reread }, watchHolder(shared)]
      : [autoStops, priceWatches, notePolls({ ...shared, self })]),
    delivery,
    messages,
    history,
    // After the history, which has the reading of the poll by then.
    usageReports,
    ssh,
    gpuLoad,
    launches,
    accounts,
    keychain,
    updates,
    leaveReminder,
  );
  const forEachPart = (call: (part: Part) => void) => parts.forEach(call);

  const requests: RequestHandlers = {
    ...accounts.requests,
    ...alerts.requests,
    ...autoStops.requests,
    ...gpuLoad.requests,
    ...launches.requests,
    ...messages.requests,
    ...operations.requests,
    ...polling.requests,
    ...cloudOffers.requests,
    ...preferences.requests,
    ...ssh.requests,
    ...updates.requests,
    ...usage.requests,
    ...diagnostics.requests,
  };

  monitor.events.on('poll', (report) => forEachPart((part) => part.polled?.(report)));
  if (!isViewer) await Promise.all(parts.map((part) => part.begin?.()));
  accounts.watch(() => forEachPart((part) => part.accountsChanged?.()));

  return {
    store,
    monitor,
    forEachPart,
    requests,
    deliver,
    unconfirmedStops: autoStops.unconfirmed,
    mayQuit: createQuitQuestion({ ...shared, state: store.get, requests }),
    sessionEnding: leaveReminder.remind,
    async stop(): Promise<void> {
      const stopped = Promise.all(parts.map((part) => part.stop?.()));
      await Promise.race([stopped, sleep(clock, MAX_QUIT_MS)]);
    },
  };
}

/** GPU Tray without a desktop: one state, requests that change the state, and the desktop's events. */
export type Application = Awaited<ReturnType<typeof createApplication>>;

/** Starts the application or, while another process acts on the folder, a viewer until that ends. @throws as `startParts` */
export async function createApplication(ports: ApplicationPorts) {
  const { folder } = ports;
  const { clock, log } = ports.network;
  const { program = 'app' } = ports.environment;
  const self = { program, pid: process.pid };
  const acting = await startActing({ folder, self, clock, log });
  const listeners = new Set<(state: AppState) => void>();
  const pollListeners = new Set<(report: PollReport) => void>();

  let keychain: Keychain | undefined;
  let onWaiting: (isWaiting: boolean) => void = () => {};

  /** Once: a token that a locked keychain did not store is in memory only, and the service accepts no earlier token. */
  const openKeychain: ApplicationPorts['openKeychain'] = (opening) => {
    ({ onWaiting = onWaiting } = opening);
    keychain ??= ports.openKeychain({ ...opening, onWaiting: (isNow) => onWaiting(isNow) });
    return keychain;
  };
  const start = (environment: ApplicationPorts['environment']) =>
    startParts({ ...ports, environment, openKeychain }, self, acting.other());

  let current = await start(ports.environment).catch((error: unknown) => {
    acting.stop();
    throw error;
  });
  const events = desktopEvents(() => current);
  const state = () => current.store.get();
  let isStopped = false;
  /** The start of the application in place of the viewer. */
  let replacing: Promise<void> = Promise.resolve();

  function follow(started: typeof current): void {
    started.store.subscribe((changed) => {
      if (started === current) for (const listener of listeners) listener(changed);
    });
    started.monitor.events.on('poll', (report) => {
      for (const listener of pollListeners) listener(report);
    });
  }

  async function takeOver(): Promise<void> {
    const { environment } = state();
    await current.stop();
    if (isStopped) return;
    current = await start(environment);
    follow(current);
    events.repeat();
    for (const listener of listeners) listener(state());
  }

  follow(current);
  acting.watch(() => {
    replacing = takeOver();
    return replacing;
  });
  return {
    state,
    /** Listeners are called with each change, and with the state of the application that replaces a viewer. */
    subscribe(listener: (state: AppState) => void): void {
      listeners.add(listener);
    },
    /** After all parts have had the poll, and before what they notify of: that is stored first. */
    onPoll: (listener: (report: PollReport) => void) => void pollListeners.add(listener),
    unconfirmedStops: () => current.unconfirmedStops(),
    /** Joins no others. */
    notifyAtOnce: (event: AppEvent) => current.deliver([event], { urgent: true }),
    /** Requests of the viewer, and then of the application: read for each request. */
    get requests() {
      return current.requests;
    },
    ...events.hooks,
    /** The user logs off, or the computer shuts down. */
    sessionEnding: () => current.sessionEnding(),
    /** Asks before a quit while VMs are billed. Resolves to whether to quit; never rejects. */
    mayQuit: () => current.mayQuit(),
    /** Resolves within seconds, after pending token refreshes are stored: a quit before would sign the user out. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.race([replacing.catch(() => {}), sleep(clock, MAX_QUIT_MS)]);
      await current.stop();
      keychain?.dispose();
      acting.stop();
    },
  };
}
