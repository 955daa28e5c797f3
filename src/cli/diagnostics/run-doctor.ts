import { networkInterfaces } from 'node:os';
import { whoActs } from '../../core/acting/index.ts';
import {
  decideChecks,
  type Facts,
  serviceFacts,
  shapesText,
  sshFacts,
  systemVersions,
} from '../../core/checks/index.ts';
import type { Vault } from '../../core/vault/index.ts';
import { CHECK_TITLES, type Check, type CheckState } from '../../shared/diagnostics/check.ts';
import { printable } from '../../shared/format/index.ts';
import { openSource, readGiven, type SourcesRun, withClients } from '../accounts/sources.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import * as messages from '../messages.ts';
import { painter, type Style, terminalJson } from '../output.ts';
import { type CommandOf, type Context, openUserSsh, withAccounts } from '../user.ts';
import { pollOnce, stateOf } from '../vms/read-state.ts';
import { nodeProxies } from './node-proxies.ts';

const MARKS: Readonly<Record<CheckState, readonly [mark: string, style: Style]>> = {
  ok: ['✓', 'green'],
  warning: ['!', 'yellow'],
  failed: ['✗', 'red'],
  unknown: ['?', 'dim'],
  notApplicable: ['–', 'dim'],
};

const WIDTH = Math.max(...Object.values(CHECK_TITLES).map((title) => title.length));
const INDENT = ' '.repeat(WIDTH + 4);

/** A line for each check, and below it what to do. A step for several checks is printed after the last of these checks. */
function checkLines(
  about: { readonly version: string; readonly system: string },
  checks: readonly Check[],
  color: boolean,
): readonly string[] {
  const paint = painter(color);
  const lines = checks.flatMap(({ id, subject, state, detail, nextStep }, index) => {
    const [mark, format] = MARKS[state];
    const found = subject === null ? detail : messages.doctor.ofSubject(subject, detail);
    const line = `${paint(format, mark)} ${CHECK_TITLES[id].padEnd(WIDTH)}  ${printable(found)}`;
    const isRepeated = checks[index + 1]?.nextStep === nextStep;
    if (nextStep === null || isRepeated) return line;
    return [line, `${INDENT}${messages.doctor.nextStep(printable(nextStep))}`];
  });
  return [messages.doctor.about(about.version, about.system), '', ...lines];
}

interface DoctorRun extends SourcesRun<'doctor'> {
  readonly vault: Pick<Vault, 'status'>;
}

function isOnline(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ internal }) => !internal),
  );
}

async function collect(run: DoctorRun): Promise<Facts> {
  const { sources, network, signal, command } = run;
  const proxyFor = nodeProxies(process.env, process.execArgv);
  const keychain = await run.vault.status();
  // Reading the accounts would open a prompt.
  const isLocked = command.credential === null && keychain === 'locked';
  const [services, read, ssh] = await Promise.all([
    serviceFacts(sources, network, proxyFor, signal),
    isLocked ? stateOf(sources, run.clock.now()) : pollOnce(run),
    openUserSsh(run).then(sshFacts),
  ]);
  const { folder, current } = run.settings;
  const acting = await whoActs(folder, run.clock.now()).catch(() => null);
  const hasAutoStops = (current.autoStops ?? []).length > 0;
  const credentialsFile = run.credentials?.path;
  const environment = { ...read.environment, isOnline: isOnline() };
  const app = { ...read, keychain, environment };
  return { app, credentialsFile, services, ssh, acting, hasAutoStops, desktop: null };
}

/** Signed out outranks unreachable, as in a status. Without an account, its check is not applicable. */
function exitCode(checks: readonly Check[]): ExitCode {
  const hasAccount = checks.some(({ id, state }) => id === 'scopes' && state !== 'notApplicable');
  const failed = checks.filter(({ state }) => state === 'failed').map(({ id }) => id);
  if (!hasAccount || failed.includes('keychain') || failed.includes('scopes'))
    return EXIT.signedOut;
  return failed.length > 0 ? EXIT.outOfDate : EXIT.fresh;
}

export async function runDoctor(command: CommandOf<'doctor'>, context: Context): Promise<ExitCode> {
  const given = command.credential && (await readGiven(command.credential, context));
  return withAccounts(context, async (accounts, vault) => {
    const stored = await accounts.list();
    const found = given ? [given] : stored.map((one) => openSource(accounts, one, stored));
    return withClients(found, context, (sources) => check({ ...context, command, sources, vault }));
  });
}

async function check(run: DoctorRun): Promise<ExitCode> {
  const { command, terminal, signal, sources, clock } = run;
  const { default: manifest } = await import('../../../package.json', { with: { type: 'json' } });
  if (command.shapes) {
    terminal.out(await shapesText(manifest.version, sources, clock, signal));
    return EXIT.fresh;
  }
  const checks = decideChecks(await collect(run));
  const about = { version: manifest.version, system: systemVersions() };
  terminal.out(
    command.json
      ? `${terminalJson({ ...about, checks })}\n`
      : `${checkLines(about, checks, command.color && terminal.hasColor).join('\n')}\n`,
  );
  return exitCode(checks);
}
