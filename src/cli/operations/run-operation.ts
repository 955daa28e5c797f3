import { learn, type Shown } from '../../core/accounts/index.ts';
import {
  confirmOperation,
  type OperationOutcome,
  readVm,
  reasonAgainst,
  sendOperation,
} from '../../core/providers/index.ts';
import { attempt } from '../../core/user-error.ts';
import { type Spend, spendOf, withBilled } from '../../shared/domain/billing.ts';
import type { VmOperation } from '../../shared/domain/service-profile.ts';
import { type Vm, waitNote } from '../../shared/domain/vm.ts';
import {
  FIRST_STOP,
  operationConfirmation,
  unclearText,
} from '../../shared/operations/operation-texts.ts';
import { erasesAll } from '../../shared/operations/operations.ts';
import { operationLack } from '../../shared/providers/providers.ts';
import { readProfile } from '../accounts/run-profile.ts';
import { readGiven, withClients } from '../accounts/sources.ts';
import { EXIT, type ExitCode, refuse } from '../errors.ts';
import { terminalJson } from '../output.ts';
import { problemError } from '../problems.ts';
import { requireTyped } from '../read-line.ts';
import { type FoundVm, foundJson, foundName, withVm } from '../ssh/find-login.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import type { CommandOf, Context } from '../user.ts';
import { operate as messages } from './messages.ts';

export interface OperationRun extends Context {
  readonly command: CommandOf<VmOperation>;
  readonly found: FoundVm;
  /** Why the VM, as read right before, is not stopped; null: it is. Default: it is. */
  readonly reasonToSpare?: (vm: Vm) => string | null;
}

/** Null: unknown, also where the key may not read it. */
async function readSpend({ account }: FoundVm, vm: Vm, signal: AbortSignal): Promise<Spend | null> {
  try {
    return (await account.client.currentSpend?.(signal)) ?? spendOf([vm]);
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** Settings that cannot be written fail no operation. */
async function noteShown(
  { found: { account }, settings, signal }: OperationRun,
  shown: Shown,
): Promise<void> {
  await learn(settings.file, account, shown).catch(() => signal.throwIfAborted());
}

/** Returns whether the VM's name was typed. @throws CommandError unless the user confirms; the signal's reason when it aborts */
async function requireConfirmation(run: OperationRun): Promise<boolean> {
  const { command, found, signal } = run;
  const { name: operation } = command;
  const { account } = found;
  if (!run.input.isTTY) {
    const isErased = operation === 'stop' && found.vm !== null && erasesAll(found.vm);
    const needed = isErased
      ? messages.needsEraseData(foundName(found))
      : messages.needsYes(operation);
    refuse(needed);
  }
  const vm = found.vm ?? (await account.client.getVm(found.vmId, signal));
  const [billed = vm] = withBilled([vm], await readSpend(found, vm, signal));
  const { title, effects, isTyped } = operationConfirmation(operation, billed);
  run.prompt(`${[title, ...effects].join('\n')}\n`);
  const name = foundName(found);
  const expected = isTyped ? name : 'yes';
  const ask = () => requireTyped(messages.question(operation, name, expected), expected, run);
  await ask();
  if (operation === 'stop' && account.keys.isUnproven) {
    run.prompt(`${FIRST_STOP}\n`);
    await ask();
  }
  return isTyped;
}

/** Sends it once. @param mayErase everything on the VM @throws CommandError with what to do */
async function send(run: OperationRun, mayErase: boolean): Promise<OperationOutcome> {
  const { command, found, clock, signal, reasonToSpare = () => null } = run;
  const { name: operation } = command;
  const { account, vmId } = found;
  const request = account.client.operations[operation];
  if (request === undefined)
    refuse(messages.lacking(operation, account, operationLack(account, operation)));
  let spared: string | null = null;
  function isWanted(vm: Vm): boolean {
    const isErased = operation === 'stop' && !mayErase && erasesAll(vm);
    spared = isErased ? messages.needsEraseData(foundName(found)) : reasonToSpare(vm);
    return spared === null;
  }
  const target = { operation, send: request, vmId, isWanted };
  const sending = sendOperation(account.client, target, signal);
  const { value: outcome, problem } = await attempt(sending, signal);
  if (problem !== null) throw problemError(problem, { at: operation, now: clock.now() });
  if (outcome.kind === 'sent' && outcome.isAccepted) await noteShown(run, 'tried');
  if (outcome.kind === 'unwanted') refuse(spared ?? '');
  return outcome;
}

/** False: not within two minutes. */
async function isConfirmed(run: OperationRun, isSent: boolean): Promise<boolean> {
  const { command, found, clock, signal: ended } = run;
  const overdue = new AbortController();
  const signal = AbortSignal.any([ended, overdue.signal]);
  const { client } = found.account;
  const confirmation = { client, clock, signal, onOverdue: () => overdue.abort() };
  try {
    const { name: operation } = command;
    await confirmOperation(confirmation, operation, found.vmId);
    if (operation === 'stop' && isSent) await noteShown(run, 'proven');
    return true;
  } catch (error) {
    if (!overdue.signal.aborted || ended.aborted) throw error;
    return false;
  }
}

async function outcomeOf(sent: OperationOutcome, run: OperationRun) {
  const { command, found, terminal } = run;
  if (sent.kind === 'needless' && sent.progress === 'done') return 'confirmed';
  if (!command.wait) return sent.kind === 'failed' ? 'refused' : 'accepted';
  if (!command.json) terminal.error(`${messages.waiting(command.name, foundName(found))}\n`);
  return (await isConfirmed(run, sent.kind === 'sent')) ? 'confirmed' : 'unconfirmed';
}

/** Why a start is not done; null: unknown, or another operation. */
async function readWaitNote({ command, found, signal }: OperationRun): Promise<string | null> {
  if (command.name !== 'start') return null;
  const vm = await readVm(found.account.client, found.vmId, signal).catch(() => null);
  return vm && waitNote(vm);
}

/** Whether the VM was destroyed before, so that a stop is needless. */
const isGone = (sent: OperationOutcome) =>
  sent.kind === 'needless' && (sent.vm === null || sent.vm.phase === 'destroyed');

export async function runOperation(run: OperationRun): Promise<ExitCode> {
  const { command, found, terminal } = run;
  const { name: operation, json } = command;
  const { account, vm } = found;
  const name = foundName(found);
  const refusal = reasonAgainst(operation, vm);
  if (refusal !== null) refuse(messages.notNow(operation, name, refusal));
  const isAsked = account.client.operations[operation] !== undefined && !command.yes;
  const isTyped = isAsked && (await requireConfirmation(run));
  const sent = await send(run, isTyped || command.eraseData === true);
  const answer = sent.kind === 'failed' ? sent : null;
  if (answer !== null) terminal.error(`${unclearText(name, answer.problem, answer.vm)}\n`);
  const outcome = await outcomeOf(sent, run);
  if (json) {
    const detail = answer && { detail: answer.problem.detail ?? null };
    const result = { vm: foundJson(found), operation, outcome, ...detail };
    terminal.out(`${terminalJson(result)}\n`);
  } else if (outcome === 'unconfirmed')
    terminal.error(`${messages.unconfirmed(operation, name, await readWaitNote(run))}\n`);
  else if (outcome !== 'refused')
    terminal.out(`${messages[outcome](isGone(sent) ? 'destroy' : operation, name)}\n`);
  return outcome === 'unconfirmed' || outcome === 'refused' ? EXIT.outOfDate : EXIT.fresh;
}

/** The account of the options, with its service profile; null: the stored ones. */
export async function readGivenAccount({ given }: CommandOf<VmOperation>, context: Context) {
  if (given === null) return null;
  const profile = given.profile === null ? null : await readProfile(given.profile);
  return readGiven(given.credential, context, profile);
}

export async function operate(
  command: CommandOf<VmOperation>,
  context: Context,
): Promise<ExitCode> {
  const source = await readGivenAccount(command, context);
  const run = (found: FoundVm) => runOperation({ ...context, command, found });
  if (source === null) return withVm(command.vm, context, run);
  return withClients([source], context, async () => {
    const { vms } = await source.client.listVms(context.signal);
    return run(findTypedVm(command.vm, candidatesOf(source, vms, [])));
  });
}
