import { whoActs } from '../../core/acting/index.ts';
import { preferencesOf, type SettingsFile, withAutoStop } from '../../core/settings/index.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/index.ts';
import { vmName } from '../../shared/domain/index.ts';
import { autoStopEffect, erasesAll, stopEffects } from '../../shared/operations/index.ts';
import { PROVIDERS, stopLackOf } from '../../shared/providers/index.ts';
import { limitText } from '../../shared/vms/index.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { autoStop as messages, operate } from '../operations/messages.ts';
import { confirmTyped } from '../read-line.ts';
import type { FoundVm } from '../ssh/find-login.ts';
import type { Context, UserSettings } from '../user.ts';

interface AutoStopPorts
  extends Pick<Context, 'terminal' | 'clock' | 'input' | 'prompt' | 'signal'> {
  readonly settings: Pick<UserSettings, 'current' | 'folder'> & {
    readonly file: Pick<SettingsFile, 'update'>;
  };
}

interface Found {
  readonly host: Pick<FoundVm['host'], 'alias' | 'vmId'>;
  readonly vm: FoundVm['vm'];
  readonly account: Pick<FoundVm['account'], 'id' | 'provider' | 'isKeyUntried'> & {
    readonly client: Pick<FoundVm['account']['client'], 'operations'>;
  };
}

/** A stop that erases everything is confirmed when it is set. @throws CommandError unless it is */
async function requireErase(
  name: string,
  effects: readonly string[],
  context: AutoStopPorts,
): Promise<void> {
  if (!context.input.isTTY)
    throw new CommandError(EXIT.usage, `${effects[0]} ${messages.needsEraseData(name)}`);
  context.prompt(`${effects.join('\n')}\n`);
  if (await confirmTyped(messages.question(name), name, context)) return;
  throw new CommandError(EXIT.usage, operate.canceled);
}

/** Sets or removes the auto-stop of a VM. The app reads it with its next poll, and stops the VM. */
export async function runAutoStop(
  { when, eraseData }: CommandOf<'autostop'>,
  { account, host, vm }: Found,
  context: AutoStopPorts,
): Promise<ExitCode> {
  const { settings, terminal, clock } = context;
  const now = clock.now();
  const limit = when === 'off' ? null : parseAutoStop(when, now);
  if (when !== 'off' && limit === null) throw new CommandError(EXIT.usage, AUTO_STOP_HINT);
  const reason = vm === null || limit === null ? '' : limitText(vm);
  if (reason !== '') throw new CommandError(EXIT.usage, reason);
  const name = vm === null ? host.alias : vmName(vm);
  const autoStop = { accountId: account.id, vmId: host.vmId, name };
  const { currency } = preferencesOf(settings.current);
  const { stopErases } = PROVIDERS[account.provider];
  const unread = stopErases ? [messages.unread] : [];
  const losses = vm === null ? unread : stopEffects(vm, currency);
  const mayErase = vm === null ? stopErases : erasesAll(vm);
  const isSet = settings.current.autoStops?.some(
    (each) => each.accountId === account.id && each.vmId === host.vmId,
  );
  if (mayErase && limit !== null && !isSet && !eraseData)
    await requireErase(host.alias, losses, context);
  await settings.file.update((current) => withAutoStop(current, autoStop, limit));
  const { provider, client } = account;
  const lack = stopLackOf({ provider, can: Object.keys(client.operations) });
  const effect = limit && autoStopEffect(limit, lack, now, currency, account.isKeyUntried === true);
  terminal.out(
    effect === null
      ? `${messages.removed(host.alias)}\n`
      : `${messages.set(host.alias, [effect, ...losses], await whoActs(settings.folder).catch(() => null))}\n`,
  );
  return EXIT.fresh;
}
