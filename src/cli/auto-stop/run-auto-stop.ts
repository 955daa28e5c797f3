import { preferencesOf, withLease } from '../../core/settings/index.ts';
import { LEASE_HINT, parseLease } from '../../shared/auto-stop/index.ts';
import { vmName } from '../../shared/domain/index.ts';
import { leaseEffect } from '../../shared/operations/index.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { lease as messages } from '../operations/messages.ts';
import type { Terminal } from '../output.ts';
import type { FoundVm } from '../ssh/find-login.ts';
import type { UserSettings } from '../user.ts';

interface LeaseRun {
  readonly command: CommandOf<'lease'>;
  readonly found: Pick<FoundVm, 'account' | 'host' | 'vm'>;
  readonly settings: UserSettings;
  readonly terminal: Terminal;
  /** ms since the epoch. */
  readonly now: number;
}

/** Sets or removes the lease of a VM. The app reads it with its next poll, and stops the VM. */
export async function runLease(run: LeaseRun): Promise<ExitCode> {
  const { command, found, settings, terminal, now } = run;
  const { account, host, vm } = found;
  const limit = command.when === 'off' ? null : parseLease(command.when, now);
  if (command.when !== 'off' && limit === null) throw new CommandError(EXIT.usage, LEASE_HINT);
  const name = vm === null ? host.alias : vmName(vm);
  const lease = { accountId: account.id, vmId: host.vmId, name };
  await settings.file.update((current) => withLease(current, lease, limit));
  const canStop = account.profile?.operations?.stop !== undefined;
  const { currency } = preferencesOf(settings.current);
  terminal.out(
    limit === null
      ? `${messages.removed(host.alias)}\n`
      : `${messages.set(host.alias, leaseEffect({ limit }, canStop, now, currency))}\n`,
  );
  return EXIT.fresh;
}
