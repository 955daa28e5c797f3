import type { AppAccount, AppState } from '../../../shared/app/index.ts';
import type { Vm } from '../../../shared/domain/index.ts';
import type { RequestName } from '../../../shared/ipc/index.ts';
import { LockTimeout, LockUnavailable } from '../../files/index.ts';
import type { SettingsFile } from '../../settings/index.ts';
import {
  explainKey,
  type IncludeResult,
  type Ssh,
  type SshHost,
  vmAddresses,
  withSshLogin,
  withVmTemplate,
} from '../../ssh/index.ts';
import type { DesktopPorts, RequestHandlers } from '../application.ts';
import { refuse } from '../refusal-error.ts';
import type { Launcher } from './launcher.ts';
import type { SshWatch } from './ssh-watch.ts';
import { copiedCommand, quotedCommand } from './vm-commands.ts';

const NAMES = [
  'copyFromVm',
  'openTerminal',
  'openEditor',
  'checkHostKey',
  'rescan',
  'previewInclude',
  'addInclude',
  'removeInclude',
  'changeLogin',
  'setVmTemplate',
] as const satisfies readonly RequestName[];

/** The requests of the panel that are about ssh. */
export type SshRequests = Pick<RequestHandlers, (typeof NAMES)[number]>;

/** What these requests work with. `requireVm` throws a `RefusalError` where the VM or its account is not there any more. */
export interface SshRequestContext {
  readonly state: () => AppState;
  readonly ssh: Ssh;
  readonly watch: SshWatch;
  readonly launcher: Launcher;
  readonly desktop: Pick<DesktopPorts, 'copy'>;
  readonly settings: SettingsFile;
  settingsChanged(settings: Awaited<ReturnType<SettingsFile['update']>>): void;
  /** Somebody may have changed what ssh reads, or what is installed. */
  rescan(): void;
  /** The user's configuration may include ours now, or not any more. */
  includeChanged(): void;
  requireVm(accountId: string, vmId: string): { readonly vm: Vm; readonly account: AppAccount };
}

/** Each rejects with a `RefusalError`; those that change settings also as `SettingsFile.update` does. */
export function createSshRequests(context: SshRequestContext): SshRequests {
  const { ssh, watch, launcher, desktop, settings } = context;

  function requireAddress(accountId: string, vmId: string): string {
    const { vm, account } = context.requireVm(accountId, vmId);
    const address = vmAddresses(account.baseUrl)(vm);
    return (
      address ??
      refuse(
        'noAddress',
        vm.ipAddress === null
          ? 'This VM has no address yet.'
          : 'What the service gives as its address is none that can be connected to.',
        'Refresh in a moment; if it stays so, ask the service.',
      )
    );
  }

  async function requireHost(accountId: string, vmId: string): Promise<SshHost> {
    requireAddress(accountId, vmId);
    // What is known may be from before: a login that was set, or a name that was changed, a moment ago.
    await watch.settled();
    const address = requireAddress(accountId, vmId);
    const host = watch.hostOf({ accountId, vmId });
    if (host?.address === address) return host;
    const trouble = watch.trouble();
    return refuse(
      'sshFiles',
      trouble === null
        ? 'The SSH files are being brought up to date.'
        : `The SSH files in ${ssh.places.folder} cannot be written: ${trouble}`,
      trouble === null ? 'Try again in a moment.' : 'Check the folder and its permissions.',
    );
  }

  function refuseInclude(reason: string, lines: readonly string[]): never {
    const byHand = `Change the file by hand: the lines are ${lines.join(' ⏎ ')}`;
    return refuse('include', reason, byHand);
  }

  /** One change at a time, by whichever GPU Tray of this user. */
  async function changeInclude(change: () => Promise<IncludeResult>): Promise<IncludeResult> {
    try {
      return await change();
    } catch (error) {
      if (error instanceof LockTimeout)
        return refuse('busy', error.message, 'Try again in a moment.');
      // Where the lock cannot be written, the user's file beside it cannot be either.
      if (error instanceof LockUnavailable)
        return refuseInclude(error.message, ssh.include.preview().lines);
      throw error;
    }
  }

  async function includeChange(change: () => Promise<IncludeResult>) {
    const result = await changeInclude(change);
    context.includeChanged();
    if (result.outcome === 'refused') return refuseInclude(result.reason, result.lines);
    const host = watch.hosts().find(({ address }) => address !== null);
    const seen = host === undefined ? 'unknown' : await ssh.include.check(host);
    return { backup: result.backup, isSeen: seen === 'unknown' ? null : seen === 'seen' };
  }

  return {
    async copyFromVm({ accountId, vmId, what }) {
      const text =
        what === 'address'
          ? requireAddress(accountId, vmId)
          : copiedCommand(what, await requireHost(accountId, vmId), ssh.setup(), context.state());
      await desktop.copy(text);
    },
    async openTerminal({ accountId, vmId }) {
      await launcher.openTerminal(await requireHost(accountId, vmId));
    },
    async openEditor({ accountId, vmId, editor }) {
      await launcher.openEditor(editor, await requireHost(accountId, vmId));
    },
    async checkHostKey({ accountId, vmId }) {
      const host = await requireHost(accountId, vmId);
      const comparison = await watch.checkHostKey(host);
      const command =
        comparison.state === 'changed'
          ? quotedCommand(ssh.knownHosts.removalCommand(host), context.state())
          : null;
      return { ...explainKey(host.alias, comparison), command };
    },
    rescan: async () => context.rescan(),
    async previewInclude() {
      // Whoever pasted the line by hand looks here whether it is there.
      context.includeChanged();
      return ssh.include.preview();
    },
    addInclude: () => includeChange(ssh.include.add),
    removeInclude: () => includeChange(ssh.include.remove),
    async changeLogin({ scope, login }) {
      context.settingsChanged(
        await settings.update((current) => withSshLogin(current, scope, login)),
      );
    },
    async setVmTemplate({ accountId, vmId, template }) {
      context.settingsChanged(
        await settings.update((current) => withVmTemplate(current, accountId, vmId, template)),
      );
    },
  };
}
