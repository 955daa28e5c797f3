import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { SshState } from '../../../shared/ssh/ssh-state.ts';
import { describeInternalError } from '../../log.ts';
import type { Monitor, PollReport } from '../../monitor/index.ts';
import { MAX_IN_TURN, ownTurn } from '../../own-turn.ts';
import type { Settings } from '../../settings/index.ts';
import { answersSsh, type Ssh, sshLoginsOf } from '../../ssh/index.ts';
import type { DesktopPorts, PartPorts, PartWith } from '../kernel/ports.ts';
import { createLauncher } from './launcher.ts';
import { createSshRequests } from './ssh-requests.ts';
import { createSshWatch, type SshWatch } from './ssh-watch.ts';

type Shared = 'store' | 'settings' | 'loaded' | 'settingsChanged' | 'deliver' | 'clock' | 'log';

export interface SshPartPorts extends Pick<PartPorts, Shared | 'random' | 'env'> {
  readonly ssh: Ssh;
  readonly monitor: Pick<Monitor, 'setSavedIds'>;
  readonly desktop: Pick<DesktopPorts, 'copy' | 'editors'>;
}

function followReport(
  watch: SshWatch,
  { accountId, before, after, events, goneIds = [], isAfterWake }: PollReport,
): void {
  const gone = events.flatMap(({ kind, vm }) => (kind === 'gone' ? vm.id : []));
  for (const vmId of [...gone, ...goneIds]) watch.forget({ accountId, vmId });
  if (before === after) return;
  watch.update();
  if (isAfterWake) return;
  // A VM that appears running was started between two polls.
  for (const { kind, vm } of events)
    if (kind !== 'gone' && vm.phase === 'running') watch.turnedRunning({ accountId, vmId: vm.id });
}

/** Between searches for programs as the panel opens: on Linux, each editor costs about 20 processes (`xdg-mime`). */
const SEARCH_MS = 60_000;

/** Call it when the accounts are loaded: our files lose the hosts of other accounts. */
export function startSsh(ports: SshPartPorts) {
  const { ssh, store, clock } = ports;
  const watch = createSshWatch({
    ...ports,
    readInclude,
    answers: ({ address, port }, signal) => answersSsh(address, port, { clock, signal }),
  });
  const launcher = createLauncher({ ...ports, temporaryFolder: tmpdir() });
  let prefix = store.get().preferences.namePrefix;
  let hasPolled = false;
  let searchedAt = Number.NEGATIVE_INFINITY;

  function change(part: Partial<SshState>): void {
    const before = store.get().ssh;
    const next = { ...before, ...part };
    if (!isDeepStrictEqual(next, before)) store.set({ ssh: next });
  }

  /** Asks ssh whether it reads our config, so that short names work. */
  async function readInclude(): Promise<boolean> {
    const include = await ssh.include.state();
    if (include !== store.get().ssh.include) {
      change({ include });
      watch.update();
    }
    return include === 'active';
  }

  function searchPrograms(): void {
    searchedAt = clock.monotonic();
    void launcher
      .find()
      .then(change)
      .catch((error) => ports.log.warn('ssh.programs.unfound', describeInternalError(error)));
  }

  function rescan(searchAfterMs = 0): void {
    watch.rescan();
    // Once our config is written, so that ssh can find it.
    void watch.settled().then(readInclude);
    if (clock.monotonic() - searchedAt >= searchAfterMs) searchPrograms();
  }

  function settingsChanged(settings: Settings): void {
    change({ logins: sshLoginsOf(settings) });
    const { namePrefix } = store.get().preferences;
    if (namePrefix === prefix) watch.update();
    else watch.rescan();
    prefix = namePrefix;
  }

  if (!store.get().environment.isOnline) watch.pause();
  settingsChanged(ports.loaded);
  // The menu of the tray offers terminals; the panel searches when it opens.
  if (store.get().environment.hasTray) searchPrograms();

  return {
    ssh,
    watch,
    readInclude,
    requests: createSshRequests({ ...ports, watch, launcher, rescan, readInclude }),
    settingsChanged,
    panelOpened(isOpen: boolean) {
      // The user may have changed files meanwhile.
      if (isOpen) rescan(SEARCH_MS);
    },
    async polled(report: PollReport): Promise<void> {
      if (report.events.length > MAX_IN_TURN) await ownTurn();
      followReport(watch, report);
      // Not at the start: a process of ssh would delay the first poll.
      if (!hasPolled) void watch.settled().then(readInclude);
      hasPolled = true;
      const saved = watch.hosts().filter(({ accountId }) => accountId === report.accountId);
      const ids = saved.map(({ vmId }) => vmId);
      ports.monitor.setSavedIds(report.accountId, ids);
    },
    accountsChanged: watch.update,
    online: (isOnline: boolean) => (isOnline ? watch.resume() : watch.pause()),
    suspended: watch.pause,
    resumed() {
      // A computer often wakes before its network does; `online` follows then.
      if (store.get().environment.isOnline) watch.resume();
    },
    async stop() {
      watch.pause();
      await watch.settled();
      watch.stop();
    },
  } satisfies PartWith<'ssh' | 'watch' | 'readInclude'>;
}
