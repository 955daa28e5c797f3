import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { vmPhase } from '../../../shared/domain/index.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { Monitor } from '../../monitor/index.ts';
import { type ServiceClient, ServiceError } from '../../service/index.ts';
import type { Settings } from '../../settings/index.ts';
import { answersSsh, type Ssh, type SshHost, vmTemplatesOf } from '../../ssh/index.ts';
import type { DesktopPorts } from '../application.ts';
import type { StateStore } from '../state-store.ts';
import { createLauncher, type Launcher } from './launcher.ts';
import { changedKeyNotification, readyNotification } from './login-news.ts';
import type { VmRef } from './missing-vms.ts';
import { createSshWatch, type SshWatch } from './ssh-watch.ts';

/** What the part is built on. `settings` are those of the start; later ones come by `settingsChanged`. */
export interface SshPartPorts {
  readonly ssh: Ssh;
  readonly store: StateStore;
  readonly monitor: Pick<Monitor, 'onPoll'>;
  readonly clientOf: (accountId: string) => Pick<ServiceClient, 'getVm'> | undefined;
  readonly desktop: Pick<DesktopPorts, 'notify' | 'openEditor' | 'hasHandler'>;
  readonly settings: Settings;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly clock: Clock;
  readonly log: Log;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

/** What the application does with ssh, as one part that follows the state. */
export interface SshPart {
  readonly ssh: Ssh;
  readonly watch: SshWatch;
  readonly launcher: Launcher;
  settingsChanged(settings: Settings): void;
  /** Looks again at what others may have changed: the user's configuration, the installed programs. */
  rescan(): void;
  includeChanged(): void;
  /** Resolves when the files say what was known; never rejects. */
  stop(): Promise<void>;
}

/** Call it when the accounts are known: what the files hold of others is dropped. */
export function startSsh(ports: SshPartPorts): SshPart {
  const { ssh, store, monitor, desktop, log } = ports;

  async function isGone({ accountId, vmId }: VmRef): Promise<boolean> {
    const client = ports.clientOf(accountId);
    if (client === undefined) return false;
    try {
      return vmPhase((await client.getVm(vmId)).status) === 'destroyed';
    } catch (error) {
      return error instanceof ServiceError && error.problem.kind === 'notFound';
    }
  }

  function vmOf({ accountId, vmId }: SshHost) {
    return store.get().snapshots[accountId]?.vms.value?.vms.find(({ id }) => id === vmId);
  }

  const watch = createSshWatch({
    store,
    remembered: ssh.hosts.load,
    update: ssh.hosts.update,
    compareHostKey: ssh.knownHosts.compareHostKey,
    answers: ({ address, port }, signal) =>
      answersSsh(address, port, { clock: ports.clock, signal }),
    isGone,
    templates: vmTemplatesOf(ports.settings),
    onReady(host, isAwaited) {
      const vm = vmOf(host);
      if (isAwaited && vm && store.get().preferences.notifyReady)
        desktop.notify(readyNotification(host, vm));
    },
    onKeyChanged(host) {
      const vm = vmOf(host);
      if (vm) desktop.notify(changedKeyNotification(host, vm));
    },
    clock: ports.clock,
    log,
    random: ports.random,
  });

  const launcher = createLauncher({
    ssh,
    desktop,
    preferences: () => store.get().preferences,
    platform: store.get().surroundings.platform,
    env: ports.env,
    temporaryFolder: tmpdir(),
    clock: ports.clock,
  });

  function includeChanged(): void {
    const include = ssh.include.state() ?? 'unknown';
    const now = store.get().ssh;
    if (include !== now.include) store.set({ ssh: { ...now, include } });
  }

  let isFinding = false;
  async function findPrograms(): Promise<void> {
    // The desktop is asked about each editor: not twice at once.
    if (isFinding) return;
    isFinding = true;
    try {
      const found = await launcher.find();
      const now = store.get().ssh;
      if (!isDeepStrictEqual(found, { terminals: now.terminals, editors: now.editors }))
        store.set({ ssh: { ...now, ...found } });
    } catch {
      log.warn('ssh.programs.unfound');
    } finally {
      isFinding = false;
    }
  }

  function rescan(): void {
    includeChanged();
    watch.lookAnew();
    void findPrograms();
  }

  let seen = store.get();
  const unfollow = store.subscribe((state) => {
    const isNews =
      state.accounts !== seen.accounts ||
      state.snapshots !== seen.snapshots ||
      state.ssh.logins !== seen.ssh.logins;
    seen = state;
    if (isNews) watch.look();
  });
  const unhear = monitor.onPoll(({ accountId, events, isAfterWake }) => {
    if (isAfterWake) return;
    // One that appears running was started between two polls.
    for (const { kind, vm } of events)
      if (kind !== 'gone' && vmPhase(vm.status) === 'running')
        watch.turnedRunning({ accountId, vmId: vm.id });
  });
  rescan();
  watch.look();

  return {
    ssh,
    watch,
    launcher,
    settingsChanged(settings) {
      watch.setTemplates(vmTemplatesOf(settings));
      watch.look();
    },
    rescan,
    includeChanged,
    async stop() {
      unfollow();
      unhear();
      watch.pause();
      await watch.settled();
      watch.stop();
    },
  };
}
