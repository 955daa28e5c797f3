import { preferencesOf, withAutoStop } from '../../core/settings/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/index.ts';
import { vmName } from '../../shared/domain/index.ts';
import { autoStopEffect } from '../../shared/operations/index.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { autoStop as messages } from '../operations/messages.ts';
import type { FoundVm } from '../ssh/find-login.ts';
import type { Context } from '../user.ts';

/** Sets or removes the auto-stop of a VM. The app reads it with its next poll, and stops the VM. */
export async function runAutoStop(
  { when }: CommandOf<'autostop'>,
  { account, host, vm }: FoundVm,
  { settings, terminal, clock }: Context,
): Promise<ExitCode> {
  const now = clock.now();
  const limit = when === 'off' ? null : parseAutoStop(when, now);
  if (when !== 'off' && limit === null) throw new CommandError(EXIT.usage, AUTO_STOP_HINT);
  const name = vm === null ? host.alias : vmName(vm);
  const autoStop = { accountId: account.id, vmId: host.vmId, name };
  await settings.file.update((current) => withAutoStop(current, autoStop, limit));
  const canStop = account.client.operations.stop !== undefined;
  const { currency } = preferencesOf(settings.current);
  terminal.out(
    limit === null
      ? `${messages.removed(host.alias)}\n`
      : `${messages.set(host.alias, autoStopEffect(limit, canStop, now, currency))}\n`,
  );
  return EXIT.fresh;
}
