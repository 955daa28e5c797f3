import { clockTime, formatMoney, shortDate } from '../format/index.ts';

/**
 * What was sent to the service to prove who is asking. `lostSession`: a refresh token that was probably rotated before;
 * `writeKey`: the account's second API key, for calls that change something.
 */
export type CredentialSent = 'apiKey' | 'writeKey' | 'session' | 'lostSession' | 'password';

/**
 * Everything that can go wrong between us and the service, as a closed set. `detail` is the service's own text, made
 * printable and free of credentials; absent where it said none. Times are ms since the epoch.
 */
export type ServiceProblem =
  | {
      readonly kind: 'unauthorized';
      readonly credential: CredentialSent;
      readonly detail?: string;
    }
  | {
      readonly kind: 'forbidden';
      /** Absent: an API key, or none. */
      readonly credential?: CredentialSent;
      readonly detail: string | null;
    }
  | { readonly kind: 'notFound'; readonly detail: string | null }
  | { readonly kind: 'invalid'; readonly detail: string | null }
  | {
      readonly kind: 'insufficientBalance';
      /** $; null where the service's message does not say. */
      readonly required: number | null;
      readonly available: number | null;
      /** Absent where it says no more than the amounts. */
      readonly detail?: string;
    }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null; readonly detail?: string }
  | {
      readonly kind: 'server';
      readonly status: number;
      readonly retryAt: number | null;
      readonly detail?: string;
    }
  | { readonly kind: 'network' }
  /** A host name, the service's or a proxy's, was not resolved. */
  | { readonly kind: 'dns' }
  /** A proxy did not connect us; `needsLogin`: without a user name and password that it accepts. */
  | { readonly kind: 'proxy'; readonly needsLogin: boolean }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'tls' }
  | { readonly kind: 'notTheService'; readonly found: 'webPage' | 'redirect' }
  | { readonly kind: 'incompatible'; readonly endpoint: string; readonly found: string }
  /** The list of VMs did not end, changed too fast, or holds fewer VMs than the service says. */
  | { readonly kind: 'incompleteList' }
  /** The service answered with figures of `at`, which are too old to count as current. */
  | { readonly kind: 'oldSpend'; readonly at: number };

/** Why no request can be sent for an account: its credential cannot be read. */
export type CredentialProblem =
  | { readonly kind: 'keychainLocked' }
  /** `detail`: a sentence that says why. */
  | { readonly kind: 'keychainUnavailable'; readonly detail: string }
  | { readonly kind: 'noCredential' }
  /** Another GPU Tray process, the app or a command, has held this account's lock for too long. */
  | { readonly kind: 'busy' };

/** Why a request failed, or an account's data is old or missing; `describeProblem` has the text. */
export type Problem = ServiceProblem | CredentialProblem;

/** Names a problem in the log and in refusals. */
export type ProblemKind = Problem['kind'];

const UNREACHED: readonly ProblemKind[] = [
  'network',
  'dns',
  'proxy',
  'timeout',
  'tls',
  'notTheService',
];

/** Whether no response of the service itself arrived. */
export function isUnreached({ kind }: Problem): boolean {
  return UNREACHED.includes(kind);
}

/** Whether the network may ask for a login first, as in a hotel: it answers in place of the service. */
export function mayNeedNetworkLogin({ kind }: Problem): boolean {
  return kind === 'notTheService' || kind === 'tls';
}

/** A problem as text. */
export interface ProblemText {
  /** One phrase without a full stop, for a menu line, a badge or a list. */
  readonly short: string;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What to do, or what GPU Tray does next, in one or two sentences. */
  readonly action: string;
}

/** @param message default: the phrase with a full stop */
function text(short: string, action: string, message = `${short}.`): ProblemText {
  return { short, message, action };
}

/** `message: detail.`, with exactly one full stop. */
function withDetail(message: string, detail: string | null = null): string {
  const given = detail?.trim().replace(/[.\s]+$/, '');
  return given ? `${message}: ${given}.` : `${message}.`;
}

/** @param what such as `your network` */
function check(what: string, retries: boolean): string {
  return retries ? `Retrying automatically. If this persists, check ${what}.` : `Check ${what}.`;
}

const MINUTE_MS = 60_000;

function retryable(
  short: string,
  retryAt: number | null,
  retries: boolean,
  message = `${short}.`,
): ProblemText {
  if (retryAt === null)
    return text(short, retries ? 'Retrying automatically.' : 'Try again later.', message);
  // Rounded up: a person who retries within the minute shown must not be too early.
  const time = clockTime(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS);
  return retries
    ? text(`${short}; retrying at ${time}`, `Retrying at ${time}.`, message)
    : text(short, `Try again at ${time}.`, message);
}

const UNAUTHORIZED: Readonly<Record<CredentialSent, ProblemText>> = {
  apiKey: text('API key rejected (401)', 'Check the key, or sign in with another one.'),
  writeKey: text(
    'Key for launching and stopping rejected (401)',
    'Enter it again, or remove it, under Accounts.',
  ),
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
  const short = credential === 'password' ? 'Sign-in rejected (401)' : known.short;
  return text(short, known.action, withDetail(short, detail));
}

function describe(problem: Problem, retries: boolean): ProblemText {
  switch (problem.kind) {
    case 'unauthorized':
      return unauthorized(problem.credential, problem.detail);
    case 'forbidden':
      return text(
        'Permission denied (403)',
        'Use an API key with a wider scope.',
        withDetail('Permission denied', problem.detail),
      );
    case 'notFound':
      return text(
        'Not found',
        'Refresh the list. If everything is missing, check the service URL.',
        withDetail('Not found', problem.detail),
      );
    case 'invalid':
      return text(
        'Request rejected',
        'Correct it and try again.',
        withDetail('Request rejected', problem.detail),
      );
    case 'insufficientBalance':
      return text('Insufficient balance', 'Add funds in the web console.');
    case 'rateLimited':
      return retryable(
        'Rate limit reached',
        problem.retryAt,
        retries,
        withDetail('Rate limit reached', problem.detail),
      );
    case 'server':
      return retryable(
        `Service error (HTTP ${problem.status})`,
        problem.retryAt,
        retries,
        withDetail(`The service returned an error (HTTP ${problem.status})`, problem.detail),
      );
    case 'network':
    case 'dns':
      return text(
        problem.kind === 'dns' ? 'Failed to resolve the host name' : 'Failed to reach the service',
        check('your network and the service URL', retries),
      );
    case 'proxy':
      return problem.needsLogin
        ? text(
            'Proxy requires a login (407)',
            'The app cannot log in to a proxy. Ask your administrator for an exception.',
          )
        : text('Proxy failed to reach the service', check('your proxy settings', retries));
    case 'timeout':
      return retryable(`No response within ${problem.seconds} s`, null, retries);
    case 'tls':
      return text(
        'Certificate not verified',
        "Check the service URL, this computer's date, and whether this network requires a login. Behind a company proxy, install its certificate.",
      );
    case 'notTheService':
      return text(
        problem.found === 'webPage'
          ? 'The service URL returned a web page'
          : 'The service URL redirects elsewhere',
        'Check the service URL, and whether this network requires a login.',
      );
    case 'incompatible': {
      const { endpoint, found } = problem;
      return text(
        `Unexpected response to ${endpoint}`,
        'Check the service URL. If it is correct, look for a GPU Tray update.',
        `Unexpected response to ${endpoint}: ${found}.`,
      );
    }
    case 'incompleteList':
      return retryable('VM list incomplete', null, retries);
    case 'oldSpend':
      return text(
        `Spend of ${shortDate(problem.at)}, ${clockTime(problem.at)}`,
        retries ? 'Checked with every update.' : 'Try again later.',
        `The service last updated the spend on ${shortDate(problem.at)} at ${clockTime(problem.at)}.`,
      );
    case 'keychainLocked':
      return text('Keychain locked', 'Unlock it and try again.', 'Your keychain is locked.');
    case 'keychainUnavailable':
      return text(
        'Keychain unavailable',
        'Start your keychain service, or sign in for this session only.',
        problem.detail,
      );
    case 'busy':
      return text(
        'In use by another GPU Tray process',
        retries
          ? 'Retrying automatically. It may be waiting for your keychain.'
          : 'Try again later. It may be waiting for your keychain.',
      );
    case 'noCredential':
      return text('Not signed in', 'Sign in again.');
  }
}

/** The text for a request that failed and is not repeated. Times of day are local. */
export function describeProblem(problem: Problem): ProblemText {
  return describe(problem, false);
}

/** The same for a request that costs money, with what is missing for it. @param currency null: amounts are hidden */
export function describeRefusal(problem: Problem, currency: string | null): ProblemText {
  const known = describeProblem(problem);
  if (problem.kind !== 'insufficientBalance' || currency === null) return known;
  const { required, available } = problem;
  if (required === null || available === null || required <= available) return known;
  const money = (amount: number) => formatMoney(amount, currency);
  // Rounded up, since less is refused again. 1e-6 covers the subtraction’s rounding error.
  const missing = Math.ceil((required - available) * 100 - 1e-6) / 100;
  return {
    ...known,
    message: `Insufficient balance: ${money(required)} required, ${money(available)} available.`,
    action: `Add ${money(missing)} or more in the web console.`,
  };
}

/** The text for an account that keeps being polled: says when GPU Tray retries where that can help. */
export function describePollingProblem(problem: Problem): ProblemText {
  return describe(problem, true);
}
