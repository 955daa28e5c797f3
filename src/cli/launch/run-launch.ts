import { randomUUID } from 'node:crypto';
import { type LaunchOutcome, rentVm } from '../../core/launch/index.ts';
import { ProblemError, UserError } from '../../core/user-error.ts';
import { withBilled } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { type Vm, vmName } from '../../shared/domain/vm.ts';
import { formatRate, joined } from '../../shared/format/index.ts';
import type { LaunchText } from '../../shared/launch/current-launch.ts';
import { launchedRate } from '../../shared/launch/launch-rate.ts';
import {
  balanceWarning,
  longerCosts,
  offeredGpus,
  offeredPlace,
  priceText,
} from '../../shared/launch/launch-texts.ts';
import {
  checkedText,
  dearerText,
  detailsText,
  foundText,
  lackText,
  refusedText,
  unknownText,
} from '../../shared/launch/outcome-texts.ts';
import type { VmLogin } from '../../shared/ssh/ssh-state.ts';
import { readSecrets, secretName } from '../accounts/read-secret.ts';
import { givenAccount, isNamed, type StatusSource, withSources } from '../accounts/sources.ts';
import { CommandError, EXIT, type ExitCode, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import { operate } from '../operations/messages.ts';
import { terminalJson } from '../output.ts';
import { problemExitCode } from '../problems.ts';
import { requireTyped } from '../read-line.ts';
import { answersLogin, readLogins } from '../ssh/vm-ssh.ts';
import { type CommandOf, type Context, openUserSsh } from '../user.ts';
import { vmJson } from '../vms/status-json.ts';
import { chooseOrder, fieldLines, type LaunchRun, type Order } from './choose-order.ts';
import { followVm, readNewVm } from './follow-vm.ts';

function orderLines({ order, source, text, choices, perHour }: Order): readonly string[] {
  const { offer, months } = order;
  const price = perHour === null ? 'unknown' : `${formatRate(perHour)} · ${longerCosts(perHour)}`;
  const facts = messages.launch.facts({
    Place: offeredPlace(offer),
    Account: source.name,
    Order: detailsText(order),
    Login: text,
    Price: price,
    Reserved: perHour === null || months === null ? '' : priceText(perHour, months),
    Plus: offer.price.extra.join(', '),
  });
  const notes = [...choices.notes, balanceWarning(choices.balance, perHour) ?? []].flat();
  return [messages.launch.title(offeredGpus(offer)), ...facts, ...notes.map(messages.launch.note)];
}

/** Says what is rented, and asks. @throws CommandError when it was not confirmed */
async function confirm(order: Order, run: LaunchRun): Promise<void> {
  const { isConfirmed } = run.command;
  for (const line of orderLines(order))
    if (isConfirmed) say(line, run);
    else run.prompt(`${line}\n`);
  if (!isConfirmed) await requireTyped(messages.launch.question, 'yes', run);
}

/** Prints on standard output, or beside the JSON. */
function say(message: string, { command, terminal }: LaunchRun): void {
  if (command.json) terminal.error(`${message}\n`);
  else terminal.out(`${message}\n`);
}

interface Result {
  readonly outcome: 'created' | 'found' | 'refused' | 'unknown';
  readonly message: string;
  readonly vmId?: string | null;
  readonly vm?: Vm | null;
  readonly login?: VmLogin | undefined;
  /** Absent or null: nothing was sent. */
  readonly mark?: string | null;
}

/** @param order null: none was found for the options */
function print(of: Result, order: Order | null, { command, terminal }: LaunchRun): void {
  if (!command.json) return;
  const { outcome, vmId = null, vm = null, mark = null, message, login } = of;
  const [billed] = withBilled(vm === null ? [] : [vm], null);
  const json = {
    outcome,
    provider: order?.source.provider ?? null,
    vmId,
    mark,
    confirmedPerHour: order?.perHour ?? null,
    ratePerHour: vm && launchedRate(vm),
    message,
    vm: billed ? vmJson(billed, login) : null,
  };
  terminal.out(`${terminalJson(json)}\n`);
}

type Made = Extract<LaunchOutcome, { readonly kind: 'created' | 'found' }>;

const madeText = (made: Made, vm: Vm | null): string =>
  made.kind === 'found'
    ? foundText(made.answer, vmName(made.vm))
    : messages.launch.created(vm === null ? made.vmId : vmName(vm), vm?.status ?? null);

async function launched(made: Made, order: Order, run: LaunchRun): Promise<ExitCode> {
  const { source, perHour } = order;
  const { kind: outcome, vmId, mark } = made;
  say(madeText(made, made.vm), run);
  const first = await readNewVm(vmId, made.vm, { ...run, client: source.client });
  const end = async (vm: Vm | null) => {
    const dearer = vm && dearerText(vm, order.order.offer, perHour);
    const warnings = [vm && lackText(vm), dearer && messages.launch.dearer(dearer)].filter(
      (line) => line !== null,
    );
    const message = [madeText(made, first), ...warnings].join(' ');
    const loginOf = await readLogins(run.ssh, run.settings.current, run.shell);
    const login = vm === null ? undefined : loginOf(source, vm);
    print({ outcome, vmId, vm, login, mark, message }, order, run);
    for (const line of warnings) run.terminal.error(`${line}\n`);
    if (login?.command && !run.command.json) say(messages.launch.logIn(login.command), run);
  };
  if (!run.command.wait || first === null) await end(first);
  else
    await followVm(first, {
      ...run,
      client: source.client,
      answers: async (vm) => (await answersLogin(source, vm, run.settings.current, run)) === true,
      say: (line) => say(line, run),
      onEnd: end,
    });
  return EXIT.fresh;
}

function refusedExitCode(problem: Problem): ExitCode {
  const { kind } = problem;
  if (kind === 'invalid' || kind === 'soldOut' || kind === 'notFound') return EXIT.usage;
  return kind === 'insufficientBalance' ? EXIT.signedOut : problemExitCode(problem);
}

const lineOf = ({ errors = {}, message, action }: LaunchText) =>
  joined([joined([message, action], ' '), fieldLines(errors)], '\n');

/** There is no VM, or none is known. */
function failureOf(
  outcome: Exclude<LaunchOutcome, Made>,
  { consoleUrl }: StatusSource,
  { clock }: LaunchRun,
): readonly [message: string, exitCode: ExitCode] {
  if (outcome.kind === 'unsent') return [lineOf(outcome.text), EXIT.usage];
  if (outcome.kind === 'refused') {
    const text = refusedText(outcome.problem, { hideAmounts: false, now: clock.now() });
    return [lineOf(text), refusedExitCode(outcome.problem)];
  }
  const { console: consoleText, anyway, anywayAfter } = messages.launch;
  const place = consoleUrl === null ? [] : [consoleText(consoleUrl)];
  const next = outcome.isAlarm ? anywayAfter : anyway;
  return [[lineOf(unknownText(outcome)), ...place, next].join(' '), EXIT.outOfDate];
}

const EXPECTED = [CommandError, UserError, ProblemError];

/** Scripts get an expected error, before anything is sent, as JSON, too. */
const unsent = (order: Order | null, run: LaunchRun) => (error: unknown) => {
  if (error instanceof Error && EXPECTED.some((expected) => error instanceof expected))
    print({ outcome: 'refused', message: error.message }, order, run);
  throw error;
};

async function launch(run: LaunchRun): Promise<ExitCode> {
  const { settings, terminal, clock, signal, password, command } = run;
  const order = await chooseOrder(run).catch(unsent(null, run));
  await confirm(order, run).catch(unsent(order, run));
  const { source, perHour } = order;
  const warn = () => terminal.error(`${messages.launch.interrupted}\n`);
  const outcome = await rentVm(
    { ...order, password, maxPerHour: perHour, stopLater: null },
    {
      client: source.client,
      clock,
      folder: settings.folder,
      newId: randomUUID,
      signal,
      account: source,
      isAnyway: command.isAnyway,
      onPhase(phase, _note, answer) {
        if (phase === 'sending') signal.addEventListener('abort', warn);
        if (answer !== null) terminal.error(`${messages.launch.checking(checkedText(answer))}\n`);
      },
      onEarlier: (vm) => terminal.error(`${messages.launch.earlier(vmName(vm))}\n`),
    },
  ).catch(unsent(order, run));
  signal.removeEventListener('abort', warn);
  if (outcome.kind === 'created' || outcome.kind === 'found') return launched(outcome, order, run);
  const [message, exitCode] = failureOf(outcome, source, run);
  const unknown = outcome.kind === 'unknown' ? { vmId: outcome.vmId } : null;
  const kind = unknown === null ? 'refused' : 'unknown';
  print({ outcome: kind, mark: outcome.mark, message, ...unknown }, order, run);
  throw new CommandError(exitCode, message);
}

/** @throws CommandError, ServiceError, CredentialError, or the signal's reason */
export async function runLaunch(command: CommandOf<'launch'>, context: Context): Promise<ExitCode> {
  const { credential, hasPassword, account: name, provider } = command;
  if (!command.isConfirmed && !context.input.isTTY) refuse(operate.needsYes('launch'));
  const ofAccount = credential === null ? [] : [secretName(credential)];
  const ofVm = hasPassword ? (['VM password'] as const) : [];
  const secrets = await readSecrets([...ofAccount, ...ofVm], context);
  const password = (hasPassword && secrets.at(-1)) || null;
  const ssh = await openUserSsh(context);
  const [secret] = secrets;
  const given =
    credential !== null && secret !== undefined
      ? await givenAccount(credential, secret, context.network)
      : null;
  return withSources(
    given,
    context,
    (sources) => launch({ ...context, command, sources, password, ssh }),
    (stored) => {
      const named = stored.filter((account) => name === null || isNamed(account, name, stored));
      if (name !== null && named.length === 0) refuse(messages.account.noMatch(name, stored));
      return named.filter((account) => provider === null || account.provider === provider);
    },
  );
}
