import { whoActs } from '../../core/acting/index.ts';
import { type Settings, type SettingsFile, withAutoStop } from '../../core/settings/index.ts';
import type { AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../shared/auto-stop/on-vm.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/parse-auto-stop.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { stopEffects } from '../../shared/operations/operation-texts.ts';
import { erasesAll } from '../../shared/operations/operations.ts';
import { PROVIDERS, stopLackOf } from '../../shared/providers/providers.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import { autoStop as messages, operate } from '../operations/messages.ts';
import { confirmTyped } from '../read-line.ts';
import { withVm } from '../ssh/find-login.ts';
import type { Context, UserSettings } from '../user.ts';
import { type AutoStoppedVm, printAutoStop } from './shown-auto-stop.ts';

interface AutoStopPorts
  extends Pick<Context, 'terminal' | 'clock' | 'input' | 'prompt' | 'signal'> {
  readonly settings: Pick<UserSettings, 'current' | 'folder'> & {
    readonly file: Pick<SettingsFile, 'update'>;
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

/** A reminder leaves the VM running. @throws CommandError unless it is confirmed, with exit code 4 where nothing may be asked */
async function requireReminder(
  name: string,
  lack: string,
  isAsked: boolean,
  context: AutoStopPorts,
): Promise<void> {
  if (!isAsked || !context.input.isTTY)
    throw new CommandError(EXIT.outOfDate, `${lack} ${messages.needsRemind(name)}`);
  context.prompt(`${lack}\n`);
  if (await confirmTyped(messages.remindQuestion, 'yes', context)) return;
  throw new CommandError(EXIT.usage, operate.canceled);
}

/** @throws CommandError where the limit is none, or none for this VM */
function readLimit(
  { when, onVm, remind }: Pick<CommandOf<'autostop'>, 'when' | 'onVm' | 'remind'>,
  { account, host, vm }: AutoStoppedVm,
  now: number,
): AutoStopLimit | null {
  if (when === null || when === 'off') return null;
  const limit = parseAutoStop(when, now);
  if (limit === null) throw new CommandError(EXIT.usage, AUTO_STOP_HINT);
  if (remind) {
    if (onVm) throw new CommandError(EXIT.usage, messages.noOnVm(host.alias, messages.remindOnly));
    return limit;
  }
  const reason = vm?.refusals?.stop;
  if (reason !== undefined) throw new CommandError(EXIT.usage, reason);
  const can = account.client.stopFromInside === undefined ? [] : ['stopFromInside'];
  const obstacle = onVm ? onVmObstacle(vm ?? { login: null }, { can }, limit) : null;
  if (obstacle !== null) throw new CommandError(EXIT.usage, messages.noOnVm(host.alias, obstacle));
  return limit;
}

function lossesOf({ account, vm }: AutoStoppedVm): readonly string[] {
  if (vm !== null) return withBilled([vm], null).flatMap((billed) => stopEffects(billed, false));
  return PROVIDERS[account.provider].stopErases ? [messages.unread] : [];
}

export const runAutoStop = (command: CommandOf<'autostop'>, context: Context): Promise<ExitCode> =>
  withVm(command.vm, context, (found) => setAutoStop(command, found, context));

/** Sets, removes or prints the auto-stop of a VM. The app reads it with its next poll, and stops the VM. */
export async function setAutoStop(
  command: CommandOf<'autostop'>,
  found: AutoStoppedVm,
  context: AutoStopPorts,
): Promise<ExitCode> {
  const { when, eraseData, onVm, remind, yes, json: isJson } = command;
  const { account, host, vm } = found;
  const { settings, terminal, clock } = context;
  const now = clock.now();
  const losses = lossesOf(found);
  async function print(stored: Settings): Promise<void> {
    const acts = isJson ? null : await whoActs(settings.folder, now).catch(() => null);
    printAutoStop(found, { settings: stored, isJson, losses, now, acts }, terminal);
  }
  if (when === null) {
    await print(settings.current);
    return EXIT.fresh;
  }
  const limit = readLimit(command, found, now);
  const { provider, client } = account;
  const lack = stopLackOf({ provider, can: Object.keys(client.operations) });
  if (limit !== null && lack !== null && !remind)
    await requireReminder(host.alias, lack, !yes, context);
  const isReminder = remind || lack !== null;
  const name = vm === null ? host.alias : vmName(vm);
  const kind = isReminder ? ({ kind: 'reminder' } as const) : {};
  const autoStop = { accountId: account.id, vmId: host.vmId, name, ...kind };
  const mayErase = vm === null ? PROVIDERS[provider].stopErases : erasesAll(vm);
  const isSet = settings.current.autoStops?.some(
    (each) => each.accountId === account.id && each.vmId === host.vmId && each.from === undefined,
  );
  if (mayErase && limit !== null && !isReminder && !isSet && !eraseData)
    await requireErase(host.alias, losses, context);
  await print(
    await settings.file.update((current) => withAutoStop(current, autoStop, limit, onVm)),
  );
  return EXIT.fresh;
}
