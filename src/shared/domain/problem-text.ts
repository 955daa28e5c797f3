import { clockTime, exactMoney, MINUTE_MS, shortDate } from '../format/index.ts';
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

export interface ProblemText {
  /** One phrase without a full stop, for a menu line, a badge or a list. */
  readonly short: string;
  readonly message: string;
  /** One or two sentences: what to do, or what GPU Tray does next. */
  readonly action: string;
}

/** @param message default: the phrase with a full stop */
function text(short: string, action: string, message = `${short}.`): ProblemText {
  return { short, message, action };
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const sentence = (words: string) => `${words.trim().replace(/[.\s]+$/, '')}.`;

function withDetail(message: string, detail: string | null = null): string {
  const given = sentence(detail ?? '');
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

interface Advice {
  /** 403: the key's scope is too narrow. */
  readonly permission: string;
  /** 404 or a response of an unknown form; absent: the general advice. */
  readonly path?: string;
  /** Something that was sent is invalid; absent: the general advice. */
  readonly input?: string;
}

const writePermission = (at: VmOperation | 'launch') =>
  `To ${at} VMs, create an API key with write access in the web console. Add it under Accounts in the panel, or sign in with it.`;

const NEW_OFFERS = 'Reload the offers, or choose another one.';
const REFRESH = 'Refresh the list and try again.';

const operationAdvice = (at: VmOperation): Advice => ({
  permission: writePermission(at),
  path: `Check the path of ${at} in the service profile.`,
  input: REFRESH,
});

const WIDER_SCOPE = 'Use an API key with more permissions.';
const CHECK_URL = 'Check the service URL.';
const CORRECT = 'Correct it and try again.';
const UPDATE = 'Check for a GPU Tray update.';

const ADVICE: Readonly<Record<ProblemPlace, Advice>> = {
  signIn: { permission: WIDER_SCOPE, path: CHECK_URL, input: CORRECT },
  list: { permission: WIDER_SCOPE },
  spend: { permission: 'Use an API key that can read billing.', path: CHECK_URL },
  launch: {
    permission: writePermission('launch'),
    path: 'Check the order and the service URL.',
    input: CORRECT,
  },
  start: operationAdvice('start'),
  stop: operationAdvice('stop'),
  destroy: operationAdvice('destroy'),
};

/** Where the address is fixed: a user can correct neither it nor a path. */
const fixedAdvice = (at: VmOperation): Advice => ({
  permission: `Sign in again with an API key that can ${at} VMs.`,
  path: REFRESH,
  input: REFRESH,
});

const ADVICE_FOR_FIXED: Readonly<Record<ProblemPlace, Advice>> = {
  signIn: { ...ADVICE.signIn, path: UPDATE },
  list: { ...ADVICE.list, path: UPDATE },
  spend: { ...ADVICE.spend, path: UPDATE },
  launch: { ...ADVICE.launch, path: 'Check the order, or for a GPU Tray update.' },
  start: fixedAdvice('start'),
  stop: fixedAdvice('stop'),
  destroy: fixedAdvice('destroy'),
};

function insufficientBalance(
  { required, available, detail }: Extract<Problem, { kind: 'insufficientBalance' }>,
  hideAmounts: boolean,
): ProblemText {
  const short = 'Insufficient balance';
  const known = text(short, 'Add funds in the web console.');
  const said = detail === undefined ? known.message : sentence(detail);
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

/** Something else answered in place of the service. */
function foreignText(
  problem: Extract<Problem, { kind: 'notTheService' }>,
  retries: boolean,
): ProblemText {
  const { provider, found } = problem;
  const address = provider === undefined ? 'the service URL, ' : '';
  if (found === 'answer')
    return text(
      `HTTP ${problem.status} from a proxy or gateway, not from ${provider ?? 'the service'}`,
      check(`check ${address}your network and its proxy`, retries),
    );
  return text(
    `${provider ?? 'The service URL'} ${found === 'webPage' ? 'returned a web page' : 'redirects elsewhere'}`,
    `Check ${address && `${address}and `}whether this network requires a login.`,
  );
}

function connectionText(problem: ConnectionProblem, retries: boolean): ProblemText {
  const { provider } = problem;
  const isFixed = provider !== undefined;
  const service = provider ?? 'the service';
  switch (problem.kind) {
    case 'network':
    case 'dns':
      return text(
        problem.kind === 'dns' ? 'Failed to resolve the host name' : `Failed to reach ${service}`,
        check(`check your network${isFixed ? '' : ' and the service URL'}`, retries),
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
        `Check ${isFixed ? '' : 'the service URL, '}this computer’s date, and whether this network requires a login. Behind a company proxy, install its certificate.`,
      );
    case 'notTheService':
      return foreignText(problem, retries);
  }
}

/** The text for a problem: what happened, in the service's own words where it said any, and what to do. Times of day are local. */
export function describeProblem(problem: Problem, context: ProblemContext = {}): ProblemText {
  const { at = 'list', hideAmounts = true, retries = false } = context;
  const provider = 'provider' in problem ? problem.provider : undefined;
  const isFixed = provider !== undefined;
  const advice = (isFixed ? ADVICE_FOR_FIXED : ADVICE)[at];
  const service = provider ?? 'the service';
  switch (problem.kind) {
    case 'unauthorized':
      return unauthorized(problem.credential, problem.detail);
    case 'forbidden':
      return text(
        'Permission denied (403)',
        isScopeProblem(problem) ? advice.permission : CHECK_ACCOUNT,
        withDetail('Permission denied', problem.detail),
      );
    case 'inactiveAccount':
      return text(
        'Account inactive (403)',
        CHECK_ACCOUNT,
        withDetail('Account inactive', problem.detail),
      );
    case 'notFound':
      if (at === 'signIn' && !isFixed) {
        const short = 'No API at this address';
        return text(short, CHECK_URL, withDetail(short, problem.detail));
      }
      return text(
        'Not found',
        advice.path ?? 'Refresh the list. If everything is missing, check the service URL.',
        withDetail('Not found', problem.detail),
      );
    case 'soldOut':
      return text('No machine free', NEW_OFFERS, withDetail('No machine free', problem.detail));
    case 'invalid':
      return text(
        'Request rejected',
        advice.input ??
          check(isFixed ? 'check for a GPU Tray update' : 'check the service URL', retries),
        withDetail('Request rejected', problem.detail),
      );
    case 'notNow':
      return text(
        'Not possible now',
        `Possible now: ${problem.mayNow.join(', ') || 'nothing'}. Try again later, or use the web console.`,
        withDetail('Not possible now', problem.detail),
      );
    case 'insufficientBalance':
      return insufficientBalance(problem, hideAmounts);
    case 'rateLimited':
      return retryable(
        'Rate limit reached',
        problem.retryAt,
        context,
        withDetail('Rate limit reached', problem.detail),
      );
    case 'server':
      return retryable(
        `${provider ?? 'Service'} error (HTTP ${problem.status})`,
        problem.retryAt,
        context,
        withDetail(
          `${capitalized(service)} returned an error (HTTP ${problem.status})`,
          problem.detail,
        ),
      );
    case 'timeout':
      return retryable(`No response within ${problem.seconds} s`, null, context);
    case 'network':
    case 'dns':
    case 'proxy':
    case 'tls':
    case 'notTheService':
      return connectionText(problem, retries);
    case 'incompatible': {
      const { endpoint, found } = problem;
      return text(
        `Unexpected response to ${endpoint}`,
        advice.path ?? 'Check the service URL. If it is correct, check for a GPU Tray update.',
        `Unexpected response to ${endpoint}: ${found}.`,
      );
    }
    case 'changedInterface':
      return text(`${capitalized(service)} changed its API`, 'Update GPU Tray.');
    case 'noUsage':
      return text(`${capitalized(service)} doesn’t share past costs`, 'See its console.');
    case 'incompleteList':
      return retryable(
        'VM list incomplete',
        null,
        context,
        `${capitalized(service)}’s list of VMs could not be read completely: VMs may be missing.`,
      );
    case 'oldSpend':
      return text(
        `Spend of ${shortDate(problem.at)}, ${clockTime(problem.at)}`,
        retries ? 'Checked with every update.' : 'Try again later.',
        `${capitalized(service)} last updated the spend on ${shortDate(problem.at)} at ${clockTime(problem.at)}.`,
      );
    case 'keychainLocked':
    case 'keychainUnavailable':
    case 'busy':
    case 'noCredential':
      return credentialText(problem, retries);
  }
}

/** The text for an account that keeps being polled: says when GPU Tray retries where that can help. */
export function describePollingProblem(problem: Problem, at: ProblemPlace = 'list'): ProblemText {
  return describeProblem(problem, { at, retries: true });
}
