import { capitalized, clockTime, exactMoney, MINUTE_MS, shortDate } from '../format/index.ts';
import {
  type CredentialProblem,
  type CredentialSent,
  isOfAccount,
  isScopeProblem,
  type Problem,
} from './problem.ts';
import type { VmOperation } from './service-profile.ts';

export type ProblemPlace = 'signIn' | 'list' | 'spend' | 'launch' | VmOperation;

export interface ProblemContext {
  readonly at?: ProblemPlace;
  /** Now, ms since the epoch: a retry within a minute is named in seconds. Default: by the time of day. */
  readonly now?: number | undefined;
  readonly hideAmounts?: boolean;
  readonly retries?: boolean;
}

export type ProblemText = Readonly<ReturnType<typeof text>>;

/**
 * @param short one phrase without a full stop, for a menu line, a badge or a list @param message default: the phrase with a full stop
 * @param action one or two sentences: what to do, or what GPU Tray does next
 */
function text(short: string, action: string, message = `${short}.`) {
  return { short, message, action };
}

const sentence = (words: string) => `${words.trim().replace(/[.\s]+$/, '')}.`;

function withDetail(message: string, detail = ''): string {
  const given = sentence(detail);
  return given === '.' ? `${message}.` : `${message}: ${given}`;
}

function check(what: string, retries: boolean): string {
  return retries ? `Retrying automatically. If this persists, ${what}.` : `${capitalized(what)}.`;
}

/** Rounded up: a person who retries at the time shown must not be too early. */
function retryTime(retryAt: number, now: number | undefined): string {
  const left = now === undefined ? MINUTE_MS : retryAt - now;
  if (left < MINUTE_MS) return `in ${Math.max(Math.ceil(left / 1000), 1)} s`;
  return `at ${clockTime(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS)}`;
}

function retryable(
  short: string,
  retryAt: number | null,
  { retries = false, now }: ProblemContext,
  message = `${short}.`,
): ProblemText {
  if (retryAt === null)
    return text(short, retries ? 'Retrying automatically.' : 'Try again later.', message);
  const time = retryTime(retryAt, now);
  return retries
    ? text(`${short}; retrying ${time}`, `Retrying ${time}.`, message)
    : text(short, `Try again ${time}.`, message);
}

const CHECK_ACCOUNT = 'Check your account in the web console, then try again.';

const UNAUTHORIZED: Readonly<Record<CredentialSent, ProblemText>> = {
  apiKey: text('API key rejected (401)', 'Sign in again with a valid key.'),
  writeKey: text(
    'Key for launching and stopping rejected (401)',
    'Enter it again, or remove it, under Accounts.',
  ),
  accessToken: text('Session rejected (401)', 'Sign in again.'),
  session: text('Session expired (401)', 'Sign in again.'),
  lostSession: text(
    'Session lost (401)',
    'Sign in again.',
    'Session lost: its last renewal was interrupted (401).',
  ),
  password: text('Wrong email or password', 'Check both before you try again.'),
};

function unauthorized(credential: CredentialSent, detail: string | undefined): ProblemText {
  const known = UNAUTHORIZED[credential];
  if (detail === undefined) return known;
  // The service may say that it is not the password.
  const [short, action] =
    credential === 'password'
      ? ['Sign-in rejected (401)', 'Check your email and password before you try again.']
      : [known.short, known.action];
  return text(short, isOfAccount(detail) ? CHECK_ACCOUNT : action, withDetail(short, detail));
}

const REFRESH = 'Refresh the list and try again.';
const CHECK_URL = 'Check the service URL.';

const isOperation = (at: ProblemPlace): at is VmOperation =>
  at === 'start' || at === 'stop' || at === 'destroy';

/** For a key whose scope is too narrow. @param isFixed the address is, so that a user can correct neither it nor a path */
function permissionAdvice(at: ProblemPlace, isFixed: boolean): string {
  if (at === 'spend') return 'Use an API key that can read billing.';
  if (at === 'list' || at === 'signIn') return 'Use an API key with more permissions.';
  return isFixed && isOperation(at)
    ? `Sign in again with an API key that can ${at} VMs.`
    : `To ${at} VMs, create an API key with write access in the web console. Add it under Accounts in the panel, or sign in with it.`;
}

/** For a 404, or a response of an unknown form. @param general where the path of the list is not found */
function pathAdvice(at: ProblemPlace, isFixed: boolean, general: string): string {
  if (isOperation(at)) return isFixed ? REFRESH : `Check the path of ${at} in the service profile.`;
  if (at === 'launch')
    return `Check the order${isFixed ? ', or for a GPU Tray update.' : ' and the service URL.'}`;
  if (isFixed) return 'Check for a GPU Tray update.';
  return at === 'list' ? general : CHECK_URL;
}

/** For a request with something invalid. */
function inputAdvice(at: ProblemPlace, isFixed: boolean, retries: boolean): string {
  if (isOperation(at)) return REFRESH;
  if (at === 'launch' || at === 'signIn') return 'Correct it and try again.';
  return check(isFixed ? 'check for a GPU Tray update' : 'check the service URL', retries);
}

function insufficientBalance(
  { required, available, detail }: Extract<Problem, { kind: 'insufficientBalance' }>,
  hideAmounts: boolean,
): ProblemText {
  const short = 'Insufficient balance';
  const known = text(short, 'Add funds in the web console.');
  const said = detail ? sentence(detail) : known.message;
  if (hideAmounts) return /\d/.test(said) ? known : { ...known, message: said };
  // Amounts that do not explain it were misread.
  if (required === null || available === null || required <= available)
    return { ...known, message: said };
  // Rounded up, since less is refused again. 1e-6 covers the subtraction’s rounding error.
  const missing = Math.ceil((required - available) * 100 - 1e-6) / 100;
  const amounts = `${short}: ${exactMoney(required)} required, ${exactMoney(available)} available.`;
  const action = `Add ${exactMoney(missing)} or more in the web console.`;
  return text(short, action, detail === undefined ? amounts : said);
}

function credentialText(problem: CredentialProblem, retries: boolean): ProblemText {
  switch (problem.kind) {
    case 'keychainLocked':
      return text('Keychain locked', 'Unlock it and try again.', 'Your keychain is locked.');
    case 'keychainUnavailable':
      return text(
        problem.action === undefined ? 'Keychain unavailable' : 'Credential not read',
        problem.action ?? 'Start your keychain service, or sign in for this session only.',
        problem.detail,
      );
    case 'busy':
      return text(
        'In use by another GPU Tray process',
        `${retries ? 'Retrying automatically' : 'Try again later'}. It may be waiting for your keychain.`,
      );
    case 'noCredential':
      return text('Not signed in', 'Sign in again.');
  }
}

type ConnectionProblem = Extract<
  Problem,
  { kind: 'network' | 'dns' | 'proxy' | 'tls' | 'notTheService' }
>;

function connectionText(problem: ConnectionProblem, retries: boolean): ProblemText {
  const { provider } = problem;
  const service = provider ?? 'the service';
  const address = provider === undefined ? 'the service URL, ' : '';
  switch (problem.kind) {
    case 'network':
    case 'dns':
      return text(
        problem.kind === 'dns' ? 'Failed to resolve the host name' : `Failed to reach ${service}`,
        check(`check your network${address && ' and the service URL'}`, retries),
      );
    case 'proxy':
      return problem.needsLogin
        ? text(
            'Proxy requires a login (407)',
            'The app cannot log in to a proxy. Ask your administrator for an exception.',
          )
        : text(`Proxy failed to reach ${service}`, check('check your proxy settings', retries));
    case 'tls':
      return text(
        'Certificate not verified',
        `Check ${address}this computer’s date, and whether this network requires a login. Behind a company proxy, install its certificate.`,
      );
    case 'notTheService':
      if (problem.found === 'answer')
        return text(
          `HTTP ${problem.status} from a proxy or gateway, not from ${service}`,
          check(`check ${address}your network and its proxy`, retries),
        );
      return text(
        `${provider ?? 'The service URL'} ${problem.found === 'webPage' ? 'returned a web page' : 'redirects elsewhere'}`,
        `Check ${address && `${address}and `}whether this network requires a login.`,
      );
  }
}

/** The text for a problem: what happened, in the service's own words where it said any, and what to do. Times of day are local. */
export function describeProblem(problem: Problem, context: ProblemContext = {}): ProblemText {
  const { at = 'list', hideAmounts = true, retries = false } = context;
  const { provider, detail } = problem;
  const isFixed = provider !== undefined;
  const service = provider ?? 'the service';
  const Service = capitalized(service);
  const detailed = (message: string, action: string, short = message) =>
    text(short, action, withDetail(message, detail));
  switch (problem.kind) {
    case 'unauthorized':
      return unauthorized(problem.credential, detail);
    case 'forbidden': {
      const action = isScopeProblem(problem) ? permissionAdvice(at, isFixed) : CHECK_ACCOUNT;
      return detailed('Permission denied', action, 'Permission denied (403)');
    }
    case 'inactiveAccount':
      return detailed('Account inactive', CHECK_ACCOUNT, 'Account inactive (403)');
    case 'notFound': {
      if (at === 'signIn' && !isFixed) return detailed('No API at this address', CHECK_URL);
      const general = 'Refresh the list. If everything is missing, check the service URL.';
      return detailed('Not found', pathAdvice(at, isFixed, general));
    }
    case 'soldOut':
      return detailed('No machine free', 'Reload the offers, or choose another one.');
    case 'invalid':
      return detailed('Request rejected', inputAdvice(at, isFixed, retries));
    case 'notNow': {
      const possible = problem.mayNow.join(', ') || 'nothing';
      const action = `Possible now: ${possible}. Try again later, or use the web console.`;
      return detailed('Not possible now', action);
    }
    case 'insufficientBalance':
      return insufficientBalance(problem, hideAmounts);
    case 'rateLimited': {
      const message = withDetail('Rate limit reached', detail);
      return retryable('Rate limit reached', problem.retryAt, context, message);
    }
    case 'server': {
      const status = `(HTTP ${problem.status})`;
      const message = withDetail(`${Service} returned an error ${status}`, detail);
      const short = `${provider ?? 'Service'} error ${status}`;
      return retryable(short, problem.retryAt, context, message);
    }
    case 'timeout':
      return retryable(`No response within ${problem.seconds} s`, null, context);
    case 'incompatible': {
      const short = `Unexpected response to ${problem.endpoint}`;
      const general = 'Check the service URL. If it is correct, check for a GPU Tray update.';
      return text(short, pathAdvice(at, isFixed, general), `${short}: ${problem.found}.`);
    }
    case 'changedInterface':
      return text(`${Service} changed its API`, 'Update GPU Tray.');
    case 'noUsage':
      return text(`${Service} doesn’t share past costs`, 'See its console.');
    case 'incompleteList': {
      const message = `${Service}’s list of VMs could not be read completely: VMs may be missing.`;
      return retryable('VM list incomplete', null, context, message);
    }
    case 'oldSpend': {
      const [day, time] = [shortDate(problem.at), clockTime(problem.at)];
      const action = retries ? 'Checked with every update.' : 'Try again later.';
      const message = `${Service} last updated the spend on ${day} at ${time}.`;
      return text(`Spend of ${day}, ${time}`, action, message);
    }
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'busy':
    case 'noCredential':
      return credentialText(problem, retries);
    default:
      return connectionText(problem, retries);
  }
}

/** The answer to a request, in the provider's own words where there are some. */
export function answerText(problem: Problem): string {
  const { detail = '', provider = 'The service' } = problem;
  const hasWords = /[^.\s]/.test(detail);
  return hasWords ? withDetail(`${provider} answered`, detail) : describeProblem(problem).message;
}

/** The text for an account that keeps being polled: says when GPU Tray retries where that can help. */
export function describePollingProblem(problem: Problem, at: ProblemPlace = 'list'): ProblemText {
  return describeProblem(problem, { at, retries: true });
}
