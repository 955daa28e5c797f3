import { whoActs } from '../../core/acting/index.ts';
import { type Settings, type SettingsFile, withAutoStop } from '../../core/settings/index.ts';
import type { AutoStopLimit } from '../../shared/auto-stop/auto-stop.ts';
import { onVmObstacle } from '../../shared/auto-stop/default-stop.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/parse-auto-stop.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { stopEffects } from '../../shared/operations/operation-texts.ts';
import { erasesAll } from '../../shared/operations/operations.ts';
import { PROVIDERS, stopLackOf } from '../../shared/providers/providers.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { requireTyped } from '../read-line.ts';
import { type FoundVm, foundName, withVm } from '../ssh/find-login.ts';
import type { Context, UserSettings } from '../user.ts';
import { printAutoStop } from './shown-auto-stop.ts';

interface AutoStopPorts
  extends Pick<Context, 'terminal' | 'clock' | 'input' | 'prompt' | 'signal'> {
  readonly settings: Pick<UserSettings, 'current' | 'folder'> & {
    readonly file: Pick<SettingsFile, 'update'>;
  };
}

/** A stop that erases everything needs a confirmation when it is set. @throws CommandError without */
async function requireErase(
  name: string,
  effects: readonly string[],
  context: AutoStopPorts,
): Promise<void> {
  if (!context.input.isTTY) refuse(`${effects[0]} ${messages.needsEraseData(name)}`);
  context.prompt(`${effects.join('\n')}\n`);
  await requireTyped(messages.question(name), name, context);
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
  await requireTyped(messages.remindQuestion, 'yes', context);
}

/** Why the limit is none for this VM; null: it is one. */
function obstacleOf(
  limit: AutoStopLimit,
  { onVm, remind }: CommandOf<'autostop'>,
  found: FoundVm,
): string | null {
  const { account, vm } = found;
  const refusal = remind ? undefined : vm?.refusals?.stop;
  if (refusal !== undefined || !onVm) return refusal ?? null;
  const obstacle = remind
    ? messages.remindOnly
    : onVmObstacle(vm ?? { login: null }, account, limit);
  return obstacle && messages.noOnVm(foundName(found), obstacle);
}

function lossesOf({ account, vm }: FoundVm): readonly string[] {
  if (vm !== null) return withBilled([vm], null).flatMap((billed) => stopEffects(billed, false));
  return PROVIDERS[account.provider].stopErases ? [messages.unread] : [];
}

export const runAutoStop = (command: CommandOf<'autostop'>, context: Context): Promise<ExitCode> =>
  withVm(command.vm, context, (found) => setAutoStop(command, found, context));

/** Sets, removes or prints the auto-stop of a VM. The app reads it with its next poll, and stops the VM. */
export async function setAutoStop(
  command: CommandOf<'autostop'>,
  found: FoundVm,
  context: AutoStopPorts,
): Promise<ExitCode> {
  const { when, onVm, remind } = command;
  const { settings, clock } = context;
  const now = clock.now();
  const limit = when === null || when === 'off' ? null : parseAutoStop(when, now);
  if (limit !== null) await requireLimit(limit, command, found, context);
  else if (when !== null && when !== 'off') refuse(AUTO_STOP_HINT);
  const { account, host, vm } = found;
  const isReminder = remind || stopLackOf(account) !== null;
  const name = vm === null ? foundName(found) : vmName(vm);
  const kind = isReminder ? ({ kind: 'reminder' } as const) : {};
  const autoStop = { accountId: account.id, vmId: host.vmId, name, ...kind };
  const stored: Settings =
    when === null
      ? settings.current
      : await settings.file.update((current) => withAutoStop(current, autoStop, limit, onVm));
  const isJson = command.json;
  const acts = isJson ? null : await whoActs(settings.folder, now).catch(() => null);
  const printed = { settings: stored, isJson, losses: lossesOf(found), now, acts };
  printAutoStop(found, printed, context.terminal);
  return EXIT.fresh;
}

/** @throws CommandError where it is no limit of this VM, or is not confirmed */
async function requireLimit(
  limit: AutoStopLimit,
  command: CommandOf<'autostop'>,
  found: FoundVm,
  context: AutoStopPorts,
): Promise<void> {
  const { account, host, vm } = found;
  const obstacle = obstacleOf(limit, command, found);
  if (obstacle !== null) refuse(obstacle);
  if (command.remind) return;
  const name = foundName(found);
  const lack = stopLackOf(account);
  if (lack !== null) return requireReminder(name, lack, !command.yes, context);
  const mayErase = vm === null ? PROVIDERS[account.provider].stopErases : erasesAll(vm);
  const isSet = context.settings.current.autoStops?.some(
    (each) => each.accountId === account.id && each.vmId === host.vmId && each.from === undefined,
  );
  if (mayErase && !isSet && !command.eraseData) await requireErase(name, lossesOf(found), context);
}
