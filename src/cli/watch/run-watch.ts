import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import {
  type Application,
  createApplication,
  type DesktopPorts,
  refuse as refuseRequest,
  type WatchOptions,
} from '../../core/app/index.ts';
import { type Clock, createTimer } from '../../core/clock.ts';
import { describeInternalError } from '../../core/log.ts';
import {
  addressText,
  type MetricsAddress,
  metricsText,
  serveMetrics,
} from '../../core/metrics/index.ts';
import { systemSshPlaces } from '../../core/ssh/index.ts';
import { UserError } from '../../core/user-error.ts';
import { dataAsOf, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { MINUTE_MS } from '../../shared/format/index.ts';
import { nodeProxies } from '../diagnostics/node-proxies.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import { account as accountMessages } from '../messages.ts';
import { type CommandOf, type Context, keychainOpener, refuseFile } from '../user.ts';
import { createHeartbeat, type Round } from './heartbeat.ts';
import { watch as messages } from './messages.ts';
import { createReporter, type Reporter } from './report-events.ts';
import { accountRetries } from './retry-accounts.ts';
import { unconfirmedAlerts } from './unconfirmed.ts';

/** ms that reading a long list may take, as in the app. */
const LIST_MS = 300_000;

const noDesktop = async (): Promise<never> =>
  refuseRequest('noDesktop', messages.noDesktop, messages.useApp);

/** A server: it notifies, and refuses what needs a desktop. */
const serverDesktop = (notify: DesktopPorts['notify']): DesktopPorts => ({
  notify,
  askToNotify: () => {},
  copy: noDesktop,
  openInBrowser: noDesktop,
  // The entry is the app's, which may share the settings.
  autostart: { set: noDesktop, renew: async () => true },
  setShortcut: async () => {},
  panel: { open: () => {}, hide: () => {} },
  updater: { off: 'build', check: async () => ({ kind: 'current' }), install: () => {} },
  dialogs: { confirm: noDesktop, ask: noDesktop, chooseFile: noDesktop },
  editors: { isInstalled: async () => false, open: noDesktop },
  inspect: async () => ({ notifications: 'unsupported', startsAtLogin: false }),
  proxyFor: async (url) => nodeProxies(process.env, process.execArgv)(url),
});

async function startApplication(
  context: Context,
  version: string,
  notify: Reporter['notified'],
  own: WatchOptions,
) {
  const { settings, network, clock } = context;
  const { folder } = settings;
  const { platform } = process;
  return createApplication({
    desktop: serverDesktop(notify),
    network: { fetch: network.fetch, clock, log: network.log, listMs: LIST_MS },
    openKeychain: await keychainOpener(context),
    folder,
    ssh: { places: systemSshPlaces(folder) },
    environment: {
      platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux',
      version,
      program: 'watch',
      hasTray: false,
      isOnline: true,
    },
    recentErrors: () => [],
    newId: randomUUID,
    random: Math.random,
    // A line each: nothing is gained by waiting.
    watch: { ...own, batchMs: 0 },
  });
}

/** The destinations of the credentials file. @throws CommandError without one, or when it is not to be read */
async function destinationsOf({ credentials }: Context): Promise<WatchOptions['sendTo']> {
  if (credentials === null) throw new CommandError(EXIT.signedOut, messages.noSendTo);
  const { readSendTo } = await import('../../core/credentials-file/index.ts');
  const found = await readSendTo(credentials).catch(refuseFile);
  if (found.length === 0) throw new CommandError(EXIT.signedOut, messages.noSendTo);
  return () => readSendTo(credentials);
}

/** Says that another process acts, and when this one does. */
function followActing({ state, subscribe }: Application, say: (text: string) => void): void {
  let isElsewhere = state().actsElsewhere !== null;
  if (isElsewhere) say(messages.acting(state().actsElsewhere));
  subscribe(({ actsElsewhere }) => {
    if (isElsewhere && actsElsewhere === null) say(messages.acting(null));
    isElsewhere = actsElsewhere !== null;
  });
}

/** Serves the figures of the moment. @throws CommandError for an address that it cannot listen at, after the application stopped */
async function startMetrics(
  address: MetricsAddress,
  { state, unconfirmedStops, stop }: Pick<Application, 'state' | 'unconfirmedStops' | 'stop'>,
  rounds: ReadonlyMap<string, Round>,
  clock: Pick<Clock, 'now'>,
) {
  function text(): string {
    const app = state();
    // Another process sends and stops, and its figures are not here.
    const acts = app.actsElsewhere === null;
    const deliveries = Object.values(app.deliveries);
    const counts = {
      asOf: (id: string) =>
        dataAsOf(app.snapshots[id] ?? UNKNOWN_STATE, rounds.get(id)?.readAt ?? null),
      alertsFiring: acts ? app.alerts.length : null,
      autoStopsDue: acts ? unconfirmedStops().length : null,
      messagesWaiting: acts ? deliveries.reduce((sum, { waiting }) => sum + waiting, 0) : null,
    };
    return metricsText(app, counts, clock.now());
  }
  try {
    return await serveMetrics(address, text);
  } catch (error) {
    await stop();
    if (!(error instanceof Error && 'code' in error)) throw error;
    return refuse(messages.notServed(addressText(address), error.message));
  }
}

/** Runs until a signal. @throws CommandError without an account, or with a credentials file that is not to be read */
export async function runWatch(
  { json, heartbeatFile, sendTo, metrics: address, idleStopMs }: CommandOf<'watch'>,
  context: Context,
): Promise<ExitCode> {
  const { terminal, clock, signal, settings, credentials, network } = context;
  const { default: manifest } = await import('../../../package.json', { with: { type: 'json' } });
  // It may notify while it starts.
  let started: Application | null = null;
  const accounts = () => started?.state().accounts ?? [];
  const reporter = createReporter(terminal, json, clock.now, accounts);
  const { say, polled, notified } = reporter;
  const application = await startApplication(context, manifest.version, notified, {
    idleStopMs,
    sendTo: sendTo ? await destinationsOf(context) : undefined,
  });
  started = application;
  const { state, unconfirmedStops } = application;
  if (state().accounts.length === 0) {
    await application.stop();
    throw new CommandError(EXIT.signedOut, accountMessages.signInFirst);
  }
  say('start', messages.started(manifest.version, state().accounts.length, settings.folder));
  if (idleStopMs !== undefined) say('start', messages.idleStop(idleStopMs));
  followActing(application, (text) => say('acting', text));
  const rounds = new Map<string, Round>();
  const heartbeat =
    heartbeatFile === null
      ? null
      : createHeartbeat(heartbeatFile, application, rounds, clock.now, (message) =>
          say('error', message),
        );
  // Before anything is waited for: the first poll is on its way.
  application.onPoll((report) => {
    const { accountId, asOf, hasFailed } = report;
    const triedAt = clock.now();
    const readAt = hasFailed ? (rounds.get(accountId)?.readAt ?? asOf) : triedAt;
    rounds.set(accountId, { triedAt, readAt });
    polled(report);
    heartbeat?.polled();
  });
  const metrics = address === null ? null : await startMetrics(address, application, rounds, clock);
  if (metrics !== null) say('start', messages.serving(metrics.address));

  const timer = createTimer(clock);
  const alerts = unconfirmedAlerts(application, clock);
  const retry = accountRetries(
    application,
    credentials?.path ?? null,
    async () => void (await keychainOpener(context)),
  );
  let failure = '';
  async function eachMinute(): Promise<void> {
    timer.set(MINUTE_MS, () => void eachMinute());
    for (const alert of alerts()) void application.notifyAtOnce(alert);
    const before = failure;
    failure = await retry().then(
      () => '',
      (error: unknown) => {
        const isExpected = error instanceof CommandError || error instanceof UserError;
        network.log.warn('watch.unretried', describeInternalError(error));
        return isExpected ? error.message : messages.unretried;
      },
    );
    if (failure !== '' && failure !== before) say('error', failure);
  }
  timer.set(MINUTE_MS, () => void eachMinute());

  // As the app does: 5 MB less of garbage in a process that runs for months.
  setFlagsFromString('--optimize-for-size');
  // Machine code of what runs twice a minute saves less than a millisecond, and its compilers are 8 MB.
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  if (!signal.aborted) await once(signal, 'abort');
  timer.clear();
  metrics?.close();
  const left = unconfirmedStops().map(({ autoStop }) => autoStop.name);
  await application.stop();
  await heartbeat?.settled();
  if (left.length === 0) say('end', messages.ended);
  else say('error', messages.endedUnconfirmed(left));
  return left.length === 0 ? EXIT.fresh : EXIT.outOfDate;
}
