import { accountName } from '../../shared/accounts/index.ts';
import { actorName, silentHolder } from '../../shared/acting/acting.ts';
import {
  CHECK_IDS,
  type Check,
  type CheckId,
  type CheckState,
} from '../../shared/diagnostics/check.ts';
import {
  type AccountState,
  accountProblem,
  problemSeverity,
  UNKNOWN_STATE,
} from '../../shared/domain/account-state.ts';
import { isScopeProblem, isUnreached, type Problem } from '../../shared/domain/problem.ts';
import { describeProblem } from '../../shared/domain/problem-text.ts';
import { formatDuration } from '../../shared/format/index.ts';
import { describePattern } from '../../shared/ssh/shell-only.ts';
import type { IncludeState } from '../../shared/ssh/ssh-state.ts';
import type { AppState } from '../../shared/state/index.ts';
import { updateText } from '../../shared/updates/updates-slice.ts';
import { KeychainError } from '../vault/index.ts';
import type { DesktopFacts, Facts, ProxyUse, ServiceFacts } from './facts.ts';

type Result = Omit<Check, 'id' | 'subject'>;

const resultOf =
  (state: CheckState) =>
  (detail: string, nextStep: string | null = null): Result => ({ state, detail, nextStep });
const ok = resultOf('ok');
const warning = resultOf('warning');
const failed = resultOf('failed');
const unknown = resultOf('unknown');
const notApplicable = resultOf('notApplicable');

const NOT_REACHED = unknown('Not checked: the provider was not reached.');

/** The next step in the command line: Node uses neither the proxy nor the certificates of this computer by itself. */
export function nodeAction(problem: Problem): string | null {
  if (problem.kind === 'tls')
    return `Check ${problem.provider === undefined ? 'the service URL, ' : ''}this computer’s date, and whether this network requires a login. For company certificates, set NODE_USE_SYSTEM_CA=1, or NODE_EXTRA_CA_CERTS to their file.`;
  if (problem.kind === 'proxy' && problem.needsLogin)
    return 'Set HTTPS_PROXY to a URL such as http://user:password@proxy.example.com:3128.';
  return null;
}

function ofProblem(state: Result['state'], problem: Problem): Result {
  const { message, action } = describeProblem(problem);
  return { state, detail: message, nextStep: action };
}

/** In the command line, with the next step for Node. */
function ofService(state: Result['state'], problem: Problem, { desktop }: Facts): Result {
  const result = ofProblem(state, problem);
  const nextStep = desktop === null ? nodeAction(problem) : null;
  return nextStep === null ? result : { ...result, nextStep };
}

function keychain({ app: { keychain: state }, credentialsFile }: Facts): Result {
  if (credentialsFile !== undefined)
    return ok(`Not used: the API keys are read from ${credentialsFile}.`);
  if (state === 'available') return ok('Available.');
  if (state === 'waiting') return warning('Waiting for your keychain.', 'Unlock it in its dialog.');
  const { message, action } = new KeychainError(state);
  // Only stored credentials need a keychain; without it, their accounts fail.
  return (state === 'missing' ? warning : failed)(message, action);
}

const CONNECTED: Readonly<Record<ProxyUse, string>> = {
  none: 'Connected, without a proxy.',
  used: 'Connected through a proxy.',
  ignored: 'Connected, but the configured proxy is not used.',
  unknown: 'Connected.',
};

function network({ app, services }: Facts): Result {
  const unreached = services.filter(({ probe }) => probe.problem && isUnreached(probe.problem));
  const hasResponse = unreached.length < services.length;
  if (!app.environment.isOnline && !hasResponse)
    return failed('This computer is offline.', 'Connect to a network.');
  if (unreached.some(({ proxy }) => proxy === 'ignored'))
    return warning(
      'A proxy is set, but the command line does not use it.',
      'Set NODE_USE_ENV_PROXY=1 and try again.',
    );
  if (unreached.some(({ proxy }) => proxy === 'used'))
    return warning(
      'Connected through a proxy, but a service was not reached.',
      'Check that the proxy lets GPU Tray through, or change the proxy in your network settings.',
    );
  return ok(CONNECTED[services[0]?.proxy ?? 'unknown']);
}

function service({ probe: { problem, ms } }: ServiceFacts, facts: Facts): Result {
  if (problem === null) return ok(`Responded in ${ms} ms.`);
  return ofService(problem.kind === 'rateLimited' ? 'warning' : 'failed', problem, facts);
}

function certificate({ isEncrypted, probe }: ServiceFacts, facts: Facts): Result {
  const { problem } = probe;
  if (!isEncrypted) return notApplicable('Not needed: the service is on this computer.');
  // A web page or a redirect is received over a verified connection.
  if (problem === null || problem.kind === 'notTheService' || !isUnreached(problem))
    return ok('Verified.');
  return problem.kind === 'tls' ? ofService('failed', problem, facts) : NOT_REACHED;
}

/** ms; a computer that sets its clock by the network is off by less than a second. */
const MAX_CLOCK_MS = 60_000;

function clock({ probe: { problem, clockAheadMs } }: ServiceFacts): Result {
  if (problem !== null && isUnreached(problem)) return NOT_REACHED;
  if (clockAheadMs === null) return unknown('Not checked: the provider did not report its time.');
  const off = Math.abs(clockAheadMs);
  if (off <= MAX_CLOCK_MS) return ok('Matches the provider’s clock.');
  return warning(
    `${formatDuration(off)} ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the provider’s clock.`,
    'Turn on automatic time in the date settings of this computer. Until then, run times and costs may be off.',
  );
}

/** With the service's words, and a next step that fits them. */
function withWords(result: Result, problem: Problem): Result {
  if (problem.kind !== 'forbidden' || problem.detail === undefined) return result;
  const { message, action } = describeProblem(problem);
  const nextStep = isScopeProblem(problem) ? result.nextStep : action;
  return { ...result, detail: `${result.detail} ${message}`, nextStep };
}

const WIDER_KEY = 'an API key with read access.';

function readable({ vms, spend }: AccountState): Result {
  if (spend.problem === null)
    return warning('Can read spend, but not VMs.', `To see VMs, use ${WIDER_KEY}`);
  if (vms.problem === null)
    return warning('Can read VMs, but not spend.', `To see rates and costs, use ${WIDER_KEY}`);
  return failed('Can read neither VMs nor spend.', `Use ${WIDER_KEY}`);
}

function scopes(state: AccountState): Result {
  const problem = accountProblem(state);
  if (problem !== null) {
    if (problemSeverity(problem) === 'scope') return withWords(readable(state), problem);
    if (isUnreached(problem)) return NOT_REACHED;
    return ofProblem(problem.kind === 'rateLimited' ? 'unknown' : 'failed', problem);
  }
  const { vms, spend } = state;
  if (vms.value === null && spend.value === null) return unknown('Not checked yet.');
  const isSum = spend.value?.isAtLeast !== undefined;
  return ok(isSum ? 'Can read VMs; their costs add up to the rate.' : 'Can read VMs and spend.');
}

const INCLUDES: Readonly<Record<IncludeState, Result>> = {
  active: ok('Short names are on.'),
  absent: ok('Installed. Short names are off.'),
  unknown: warning('ssh reports an error in your SSH config.', 'Run ssh -G localhost to see it.'),
};

function ssh({ ssh: { hasSsh, include, pattern } }: Facts): Result {
  if (!hasSsh) return failed('OpenSSH was not found.', 'Install it.');
  if (include !== 'absent' || pattern === null) return INCLUDES[include];
  const other = pattern.other === null ? '' : `, such as ${pattern.other}`;
  return warning(
    `Short names are off. ${describePattern(pattern)}`,
    `Before you turn them on, set another prefix in Settings${other}.`,
  );
}

function acting({ acting: found, hasAutoStops }: Facts): Result {
  if (found === null) return unknown('Not checked: the settings folder cannot be locked.');
  if (found === 'self') return ok('This GPU Tray runs alerts and auto-stops.');
  if (found === 'nobody')
    return (hasAutoStops ? warning : notApplicable)(
      'GPU Tray isn’t running here, so auto-stops and alerts are off.',
      'Start GPU Tray or gpu-tray watch.',
    );
  if (!found.isSilent) return ok(`${actorName(found.actor)} runs alerts and auto-stops.`);
  const { title, body } = silentHolder(found.actor);
  return warning(`${title}.`, body);
}

type Decide = (facts: Facts) => readonly Omit<Check, 'id'>[];

const tray = ({ environment }: AppState) =>
  environment.hasTray
    ? ok('Shown.')
    : warning(
        'This desktop shows no tray icons.',
        'In GNOME, turn on the AppIndicator extension. Until then, launch GPU Tray again to open the panel.',
      );

const MEANWHILE = 'Until then, alerts are shown in the tray and the panel.';

const NOTIFICATIONS: Readonly<Record<DesktopFacts['notifications'], Result>> = {
  supported: ok('Supported by this desktop.'),
  failed: warning(
    'The desktop did not show the last notification.',
    `Allow notifications of GPU Tray in your system settings. ${MEANWHILE}`,
  ),
  unsupported: warning(
    'This desktop shows no notifications.',
    `Start a notification service. ${MEANWHILE}`,
  ),
};

function autostart({ preferences }: AppState, { startsAtLogin }: DesktopFacts): Result {
  const wantsAutostart = preferences.autostart;
  if (startsAtLogin === null)
    return notApplicable('Only an installed GPU Tray can start at login.');
  if (startsAtLogin === wantsAutostart) return ok(startsAtLogin ? 'On.' : 'Off.');
  const [wanted, found] = wantsAutostart ? ['On', 'off'] : ['Off', 'on'];
  return warning(
    `${wanted} in Settings, but ${found} in your desktop’s list of startup apps.`,
    `Turn it ${wanted.toLowerCase()} in that list, or ${found} in Settings.`,
  );
}

function updates({ updates: found }: AppState): Result {
  const [detail, nextStep] = updateText(found);
  const state = found.kind === 'failed' ? 'warning' : found.kind === 'off' ? 'notApplicable' : 'ok';
  return { state, detail, nextStep };
}

const NO_ACCOUNT = notApplicable(
  'No account is signed in.',
  'Sign in, in the app or with gpu-tray login.',
);

function each(all: readonly (readonly [name: string, result: Result])[]): ReturnType<Decide> {
  if (all.length === 0) return [{ subject: null, ...NO_ACCOUNT }];
  return all.map(([name, result]) => ({ subject: all.length > 1 ? name : null, ...result }));
}

const once =
  (decide: (facts: Facts) => Result): Decide =>
  (facts) => [{ subject: null, ...decide(facts) }];

const ofServices =
  (decide: (one: ServiceFacts, facts: Facts) => Result): Decide =>
  (facts) =>
    each(facts.services.map((one) => [one.host, decide(one, facts)]));

const NOT_HERE = unknown('Not checked here.', 'Open Diagnostics in the app.');

const ofDesktop = (decide: (app: AppState, desktop: DesktopFacts) => Result) =>
  once(({ app, desktop }) => (desktop === null ? NOT_HERE : decide(app, desktop)));

const CHECKS: Readonly<Record<CheckId, Decide>> = {
  keychain: once(keychain),
  network: once(network),
  service: ofServices(service),
  certificate: ofServices(certificate),
  clock: ofServices(clock),
  scopes: ({ app: { accounts, snapshots } }) =>
    each(
      accounts.map(({ id }) => [accountName(accounts, id), scopes(snapshots[id] ?? UNKNOWN_STATE)]),
    ),
  ssh: once(ssh),
  acting: once(acting),
  tray: ofDesktop(tray),
  notifications: ofDesktop((_, { notifications }) => NOTIFICATIONS[notifications]),
  autostart: ofDesktop(autostart),
  updates: ofDesktop(updates),
};

export function decideChecks(facts: Facts): readonly Check[] {
  return CHECK_IDS.flatMap((id) => CHECKS[id](facts).map((decided) => ({ id, ...decided })));
}
