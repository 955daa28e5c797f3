import { randomUUID } from 'node:crypto';
import { type LaunchOutcome, launchVm } from '../../core/launch/index.ts';
import type { Secret } from '../../core/secret.ts';
import { preferencesOf } from '../../core/settings/index.ts';
import type { Ssh } from '../../core/ssh/index.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import type { OrderDraft } from '../../shared/domain/order-draft.ts';
import { type Vm, vmName } from '../../shared/domain/vm.ts';
import {
  checkOrder,
  draftLike,
  draftText,
  EMPTY_DRAFT,
  MIN_PASSWORD,
  TEMPLATES,
  type VmOrder,
} from '../../shared/domain/vm-order.ts';
import { formatDuration } from '../../shared/format/index.ts';
import {
  checkedLaunch,
  foundLaunch,
  type LaunchFailure,
  orderCosts,
  refusedLaunch,
  unknownLaunch,
} from '../../shared/launch/launch.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import { CommandError, EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { invalidOrder, requireLaunch } from '../options.ts';
import { terminalJson } from '../output.ts';
import { problemExitCode } from '../problems.ts';
import { confirmTyped } from '../read-line.ts';
import { candidatesOf, findTypedVm } from '../ssh/find-vm.ts';
import { storedHosts } from '../ssh/host-files.ts';
import { answersLogin } from '../ssh/ready-vms.ts';
import { readVmSsh, type VmSshOf } from '../ssh/vm-ssh.ts';
import type { Context } from '../user.ts';
import { vmJson } from '../vms/status-json.ts';
import { followVm } from './follow-vm.ts';
import { type FoundPrice, findPrice } from './price-lines.ts';

export interface LaunchRun extends Context {
  readonly command: CommandOf<'launch'>;
  readonly source: StatusSource;
  readonly password: Secret | null;
  /** Null: its folder cannot be used. */
  readonly ssh: Ssh | null;
}

/** The VM of `--like`. @throws CommandError, ServiceError */
async function findLike(typed: string, run: LaunchRun): Promise<Vm> {
  const { source, ssh, signal } = run;
  const [{ items }, hosts] = await Promise.all([source.client.listVms(signal), storedHosts(ssh)]);
  return findTypedVm(typed, candidatesOf(source, items, hosts)).vm;
}

/** The order that the options change. @throws CommandError, ServiceError */
async function baseOf(run: LaunchRun): Promise<OrderDraft> {
  const { like, preset } = run.command;
  if (like !== null) return draftLike(await findLike(like, run));
  if (preset === null) return EMPTY_DRAFT;
  const presets = preferencesOf(run.settings.current).launchPresets;
  const found = presets.find(({ name }) => name === preset);
  if (found !== undefined) return found.draft;
  const names = presets.map(({ name }) => name);
  throw new CommandError(EXIT.usage, messages.launch.noPreset(preset, names));
}

interface Order extends FoundPrice {
  readonly draft: OrderDraft;
  readonly order: VmOrder;
}

/** The order of the options and of the VM that they name. @throws CommandError when a rule forbids it */
async function readOrder(run: LaunchRun): Promise<Order> {
  const { command } = run;
  const draft = command.order(await baseOf(run));
  const checked = checkOrder(draft, command.hasPassword ? MIN_PASSWORD : null);
  if (!checked.ok) throw invalidOrder(checked.errors);
  const found = await findPrice(checked.order, run.source.baseUrl, run);
  return { draft, order: checked.order, ...found };
}

function orderLines({ draft, order, lines }: Order, run: LaunchRun): readonly string[] {
  const { title, account, template, login } = messages.launch;
  const { name = '', hasWeb = false } =
    TEMPLATES.find(({ vmid }) => vmid === order.templateVmid) ?? {};
  const { method } = order.login;
  const sshKeyId = order.login.method === 'ssh_key' ? order.login.sshKeyId : null;
  return [
    title(draftText(draft)),
    account(run.source.name),
    template(name, hasWeb),
    login(method, sshKeyId),
    ...lines,
  ];
}

/** @throws CommandError when it was not confirmed */
async function confirm(order: Order, run: LaunchRun): Promise<void> {
  if (run.command.isConfirmed) return;
  for (const line of orderLines(order, run)) run.prompt(`${line}\n`);
  if (await confirmTyped(messages.launch.question, 'yes', run)) return;
  throw new CommandError(EXIT.usage, messages.launch.notConfirmed);
}

function failure({ errors, message, action }: LaunchFailure, exitCode: ExitCode): CommandError {
  if (Object.keys(errors).length === 0 && message !== null)
    return new CommandError(exitCode, [message, action ?? ''].join(' ').trim());
  const { message: lines } = invalidOrder(errors);
  return new CommandError(EXIT.usage, [message ?? '', lines].join('\n').trim());
}

function refusedExitCode(outcome: Extract<LaunchOutcome, { kind: 'refused' }>): ExitCode {
  const { kind } = outcome.problem;
  if (kind === 'invalid') return EXIT.usage;
  return kind === 'insufficientBalance' ? EXIT.signedOut : problemExitCode(outcome.problem);
}

/** The price of what was ordered; null: unknown. $ */
function priceJson({ price }: Order) {
  if (price === null) return null;
  const { perHour, months } = price;
  return { perHour, months, total: orderCosts(price).period?.cost ?? null };
}

function print(
  vm: Vm | null,
  outcome: 'created' | 'found' | 'unknown',
  order: Order,
  run: LaunchRun,
  ssh: VmSshOf,
) {
  if (!run.command.json) return;
  const [billed] = withBilled(vm === null ? [] : [vm], null);
  const shown = billed === undefined ? null : vmJson(billed, ssh(run.source, billed));
  run.terminal.out(`${terminalJson({ vm: shown, outcome, price: priceJson(order) })}\n`);
}

function readSsh({ ssh, settings, shell }: LaunchRun): Promise<VmSshOf> {
  return readVmSsh(ssh, settings.current, shell);
}

/** Prints on standard output, or beside the JSON. */
function say(message: string, { command, terminal }: LaunchRun): void {
  if (command.json) terminal.error(`${message}\n`);
  else terminal.out(`${message}\n`);
}

/** Follows the VM until it accepts logins. @throws CommandError when it does not */
async function wait(created: Vm, run: LaunchRun, onEnd: (vm: Vm) => Promise<void>): Promise<void> {
  const { source, settings, clock, signal } = run;
  const start = clock.monotonic();
  const elapsed = () => formatDuration(clock.monotonic() - start);
  let vm = created;
  let end: 'ready' | 'notReady' | 'ended' | null = null;
  try {
    ({ vm, end } = await followVm(created, {
      client: source.client,
      clock,
      signal,
      answers: async (now) => (await answersLogin(source, now, settings.current, run)) === true,
      onStatus(now) {
        vm = now;
        say(messages.launch.status(vmName(now), now.status, elapsed()), run);
      },
    }));
    if (end === 'ready') say(messages.launch.ready(elapsed()), run);
  } finally {
    // It exists and is billed, also when it cannot be followed.
    await onEnd(vm);
  }
  const name = vmName(vm);
  if (end === 'ended')
    throw new CommandError(EXIT.outOfDate, messages.launch.ended(name, vm.status));
  if (end === 'notReady') throw new CommandError(EXIT.outOfDate, messages.launch.notReady(name));
}

async function launched(
  vm: Vm,
  outcome: 'created' | 'found',
  message: string,
  order: Order,
  run: LaunchRun,
): Promise<ExitCode> {
  say(message, run);
  // A confirmed order was shown with its price.
  const { isConfirmed, json } = run.command;
  if (isConfirmed && !json) for (const line of order.lines) say(line, run);
  const end = async (last: Vm) => {
    const ssh = await readSsh(run);
    print(last, outcome, order, run, ssh);
    const { command } = ssh(run.source, last);
    if (command !== null && !run.command.json) say(messages.launch.logIn(command), run);
  };
  if (run.command.wait) await wait(vm, run, end);
  else await end(vm);
  return EXIT.fresh;
}

/** @throws CommandError, ServiceError, CredentialError, or the signal's reason */
export async function runLaunch(run: LaunchRun): Promise<ExitCode> {
  const { source, settings, terminal, clock, signal } = run;
  const { listVms, createVm } = source.client;
  if (createVm === undefined) {
    requireLaunch(source.provider);
    throw new CommandError(EXIT.usage, messages.launch.none);
  }
  const order = await readOrder(run);
  await confirm(order, run);
  const warn = () => terminal.error(`${messages.launch.interrupted}\n`);
  const outcome = await launchVm(order.draft, run.password, {
    client: { listVms, createVm },
    clock,
    folder: settings.folder,
    newId: randomUUID,
    signal,
    account: source,
    isAnyway: run.command.isAnyway,
    onPhase(phase, answer) {
      if (phase === 'sending') signal.addEventListener('abort', warn);
      if (answer !== null) terminal.error(`${messages.launch.checking(checkedLaunch(answer))}\n`);
    },
    onEarlier: (vm) => terminal.error(`${messages.launch.earlier(vmName(vm))}\n`),
  });
  signal.removeEventListener('abort', warn);
  const { created } = messages.launch;
  switch (outcome.kind) {
    case 'created': {
      const message = created(vmName(outcome.vm), outcome.vm.status);
      return launched(outcome.vm, 'created', message, order, run);
    }
    case 'found': {
      const message = foundLaunch(outcome.answer, vmName(outcome.vm));
      return launched(outcome.vm, 'found', message, order, run);
    }
    case 'unknown': {
      print(null, 'unknown', order, run, await readSsh(run));
      const { action, ...what } = unknownLaunch(outcome);
      const { consoleUrl } = source;
      const more = [
        ...(consoleUrl ? [messages.launch.console(consoleUrl)] : []),
        // The next launch finds out by itself whether a complete list shows it.
        ...(outcome.problem === null ? [] : [messages.launch.anyway]),
      ];
      throw failure({ ...what, action: [action, ...more].join(' ') }, EXIT.outOfDate);
    }
    case 'refused': {
      const context = { hideAmounts: false, now: clock.now() };
      throw failure(refusedLaunch(outcome.problem, context), refusedExitCode(outcome));
    }
    case 'invalid':
      throw invalidOrder(outcome.errors);
  }
}
