import { loginHost } from '../../../shared/domain/vm.ts';
import { serviceName } from '../../../shared/providers/providers.ts';
import { SHELL_ONLY } from '../../../shared/ssh/shell-only.ts';
import type { VmRef } from '../../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../../shared/state/index.ts';
import { notRunning } from '../../../shared/vms/login-ways.ts';
import {
  type Command,
  explainKey,
  isCurrent,
  loginCommand,
  portForwardCommand,
  quoteFor,
  type Ssh,
  type SshHost,
  type SshSetup,
  scpCommand,
  Unquotable,
  vmAddresses,
  withSshLogin,
} from '../../ssh/index.ts';
import { UserError } from '../../user-error.ts';
import { requireVm } from '../kernel/lookups.ts';
import type { DesktopPorts, PartPorts, RequestHandlers } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';
import type { StateStore } from '../kernel/state-store.ts';
import { type Launcher, noAddress } from './launcher.ts';
import { type SshWatch, shellOf } from './ssh-watch.ts';

export interface SshRequestContext extends Pick<PartPorts, 'settings' | 'settingsChanged'> {
  readonly store: Pick<StateStore, 'get'>;
  readonly ssh: Ssh;
  readonly watch: Pick<SshWatch, 'hostOf' | 'problem' | 'settled'>;
  readonly launcher: Launcher;
  readonly desktop: Pick<DesktopPorts, 'copy'>;
  rescan(): void;
  readInclude(): Promise<boolean>;
}

/** The command as one line for the user's shell. @throws RefusalError where the shell cannot pass the command on */
function quotedFor(state: AppState, command: Command): string {
  try {
    return quoteFor(shellOf(state), command);
  } catch (error) {
    if (error instanceof Unquotable)
      return refuse('unquotable', error.message, 'Change the SSH login in Settings.');
    throw error;
  }
}

/** Each rejects with a `RefusalError`; those that change settings also like `SettingsFile.update`. */
export function createSshRequests(context: SshRequestContext) {
  const { store, ssh, watch, launcher, desktop, settings } = context;

  function requireAddress(wanted: VmRef) {
    const { vm, account } = requireVm(store.get(), wanted);
    const address =
      vmAddresses(account.baseUrl)(vm) ?? noAddress(loginHost(vm), serviceName([account]));
    return { vm, address };
  }

  /** As `requireAddress`, of a VM that a login may reach. */
  function requireLogin(wanted: VmRef) {
    const found = requireAddress(wanted);
    const obstacle = notRunning(found.vm);
    return obstacle === null ? found : refuse('notNow', ...obstacle);
  }

  async function requireHost(vm: VmRef): Promise<SshHost> {
    requireLogin(vm);
    // A login or a label may have changed a moment ago.
    await watch.settled();
    const { vm: listed, address } = requireLogin(vm);
    const host = watch.hostOf(vm);
    if (host !== null && isCurrent(host, listed, address)) return host;
    const problem = watch.problem();
    if (problem !== null) throw problem;
    return refuse('sshFiles', 'The SSH files are being updated.', 'Try again in a moment.');
  }

  async function requireFullHost(vm: VmRef): Promise<SshHost> {
    const host = await requireHost(vm);
    if (!host.isShellOnly) return host;
    return refuse('shellOnly', SHELL_ONLY, 'Copy the SSH command, or open it in a terminal.');
  }

  /** The SSH config is read now, so that the command works; the state, and so the shown command, follows. */
  async function copyCommand(host: SshHost, commandOf: (setup: SshSetup) => Command | null) {
    const setup = ssh.setupFor(await context.readInclude());
    await desktop.copy(quotedFor(store.get(), commandOf(setup) ?? noAddress(host.address)));
  }

  async function changeInclude(change: () => Promise<boolean>) {
    try {
      await change().finally(context.readInclude);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const lines = (await ssh.include.preview()).lines.join(' ⏎ ');
      refuse('include', error.message, `Edit the file yourself. The lines are: ${lines}`);
    }
  }

  return {
    async copyFromVm({ what, ...vm }) {
      if (what === 'address') return desktop.copy(requireAddress(vm).address);
      const host = await (what === 'ssh' ? requireHost(vm) : requireFullHost(vm));
      await copyCommand(host, (setup) =>
        // The user puts a file in place of FILE.
        what === 'ssh' ? loginCommand(host, setup) : scpCommand(host, setup, 'FILE'),
      );
    },
    async copyPortForward({ port, ...vm }) {
      const host = await requireFullHost(vm);
      await copyCommand(host, (setup) => portForwardCommand(host, setup, port));
    },
    openTerminal: async (vm) => launcher.openTerminal(await requireHost(vm)),
    openEditor: async ({ editor, ...vm }) => launcher.openEditor(editor, await requireFullHost(vm)),
    async checkHostKey(vm) {
      const host = await requireHost(vm);
      const comparison = await ssh.knownHosts.compareHostKey(host);
      const command =
        comparison.state === 'changed'
          ? quotedFor(store.get(), ssh.knownHosts.removalCommand(host))
          : null;
      return { ...explainKey(host.alias, comparison), command };
    },
    rescan: async () => context.rescan(),
    async previewInclude() {
      // The user may have pasted the line by hand.
      await context.readInclude();
      return ssh.include.preview();
    },
    addInclude: () => changeInclude(ssh.include.add),
    removeInclude: () => changeInclude(ssh.include.remove),
    changeLogin: async ({ scope, login }) =>
      context.settingsChanged(
        await settings.update((current) => withSshLogin(current, scope, login)),
      ),
  } satisfies Partial<RequestHandlers>;
}
