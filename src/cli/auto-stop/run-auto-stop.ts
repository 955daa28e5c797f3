import { type Acts, whoActs } from '../../core/acting/index.ts';
import { type Settings, storedStop, withAutoStop } from '../../core/settings/index.ts';
import type { AutoStopLimit, ShownAutoStop } from '../../shared/auto-stop/auto-stop.ts';
import { isDefaultReminder, onVmObstacle } from '../../shared/auto-stop/default-stop.ts';
import { AUTO_STOP_HINT, parseAutoStop } from '../../shared/auto-stop/parse-auto-stop.ts';
import { shownAutoStop } from '../../shared/auto-stop/vm-timer-view.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import { vmName } from '../../shared/domain/vm.ts';
import { autoStopEffect, stopEffects } from '../../shared/operations/operation-texts.ts';
import { erasesAll } from '../../shared/operations/operations.ts';
import { PROVIDERS, stopLackOf } from '../../shared/providers/providers.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import { autoStop as messages } from '../operations/messages.ts';
import { isoTime, terminalJson } from '../output.ts';
import { requireTyped } from '../read-line.ts';
import { type FoundVm, foundJson, foundName, withVm } from '../ssh/find-login.ts';
import type { CommandOf, Context } from '../user.ts';

/** Warnings about the stop, a sentence each. */
function lossesOf({ account, vm }: FoundVm): readonly string[] {
  if (vm !== null) return withBilled([vm], null).flatMap((billed) => stopEffects(billed));
  return PROVIDERS[account.provider].stopErases ? [messages.unread] : [];
}

const refOf = ({ account, vmId }: FoundVm) => ({ accountId: account.id, vmId });

/** A stop that erases everything needs a confirmation when it is set. @throws CommandError without */
async function requireErase(found: FoundVm, context: Context): Promise<void> {
  const { account, vm } = found;
  const { autoStop } = storedStop(context.settings.current, refOf(found));
  const isSet = autoStop !== undefined && autoStop.from === undefined;
  const mayErase = vm === null ? PROVIDERS[account.provider].stopErases : erasesAll(vm);
  if (!mayErase || isSet) return;
  const [name, losses] = [foundName(found), lossesOf(found)];
  if (!context.input.isTTY) refuse(`${losses[0]} ${messages.needsEraseData(name)}`);
  context.prompt(`${losses.join('\n')}\n`);
  await requireTyped(messages.question(name), name, context);
}

/** @throws CommandError where it is no limit of this VM, or is not confirmed; with exit code 4 where a reminder may not be asked for */
async function requireLimit(
  limit: AutoStopLimit,
  { onVm, remind, yes, eraseData }: CommandOf<'autostop'>,
  found: FoundVm,
  context: Context,
): Promise<void> {
  const { account, vm } = found;
  const refusal = remind ? undefined : vm?.refusals?.stop;
  if (refusal !== undefined) refuse(refusal);
  const why = remind ? messages.remindOnly : onVmObstacle(vm ?? { login: null }, account, limit);
  if (onVm && why !== null) refuse(messages.noOnVm(foundName(found), why));
  if (remind) return;
  const lack = stopLackOf(account);
  if (lack === null) return eraseData ? undefined : requireErase(found, context);
  // A reminder leaves the VM running.
  if (yes || !context.input.isTTY)
    throw new CommandError(EXIT.outOfDate, `${lack} ${messages.needsRemind(foundName(found))}`);
  context.prompt(`${lack}\n`);
  await requireTyped(messages.remindQuestion, 'yes', context);
}

function limitJson(limit: AutoStopLimit) {
  if (limit.kind === 'time') return { kind: limit.kind, at: isoTime(limit.at) };
  const figure = limit.kind === 'idle' ? { seconds: limit.ms / 1_000 } : { amount: limit.amount };
  return { kind: limit.kind, ...figure, since: isoTime(limit.since) };
}

function autoStopJson({ kind, limit, armed }: ShownAutoStop) {
  const onVm = armed === undefined ? null : { isConfirmed: armed.isConfirmed };
  return { kind, limit: limitJson(limit), isSet: armed?.wanted !== null, onVm };
}

/** @param acts null: not known */
function shownText(found: FoundVm, shown: ShownAutoStop, acts: Acts | null, now: number): string {
  const { account } = found;
  const { limit, armed, kind } = shown;
  const lack = kind === 'stop' ? null : (stopLackOf(account) ?? messages.remindOnly);
  // Only a process that acts calls the VM.
  const isUnset = acts === 'nobody' && armed?.stops === null;
  const on = armed && { armed: { text: isUnset ? messages.notSet : armed.text } };
  const effect = autoStopEffect({ limit, ...on }, lack, now, account.keys.isUntried === true);
  return messages.shown(foundName(found), [effect, ...lossesOf(found)], acts);
}

export const runAutoStop = (command: CommandOf<'autostop'>, context: Context): Promise<ExitCode> =>
  withVm(command.vm, context, (found) => setAutoStop(command, found, context));

/** Sets, removes or prints the auto-stop of a VM. The app reads it with its next poll, and stops the VM. */
export async function setAutoStop(
  command: CommandOf<'autostop'>,
  found: FoundVm,
  context: Context,
): Promise<ExitCode> {
  const { when, onVm, remind, json } = command;
  const { settings, clock, terminal } = context;
  const { account, vm } = found;
  const now = clock.now();
  const limit = when === null || when === 'off' ? null : parseAutoStop(when, now);
  if (limit !== null) await requireLimit(limit, command, found, context);
  else if (when !== null && when !== 'off') refuse(AUTO_STOP_HINT);
  const kind = remind || stopLackOf(account) !== null ? ({ kind: 'reminder' } as const) : {};
  const name = vm === null ? foundName(found) : vmName(vm);
  const change = (current: Settings) =>
    withAutoStop(current, { ...refOf(found), name, ...kind }, limit, onVm);
  const stored = when === null ? settings.current : await settings.file.update(change);
  const own = shownAutoStop(storedStop(stored, refOf(found)), account, null, now);
  const shown = own && isDefaultReminder(own, vm, account) ? undefined : own;
  if (json) {
    const autoStop = shown === undefined ? null : autoStopJson(shown);
    terminal.out(`${terminalJson({ vm: foundJson(found), autoStop })}\n`);
  } else if (shown === undefined) terminal.out(`${messages.removed(foundName(found))}\n`);
  else {
    const acts = await whoActs(settings.folder, now).catch(() => null);
    terminal.out(`${shownText(found, shown, acts, now)}\n`);
  }
  return EXIT.fresh;
}
