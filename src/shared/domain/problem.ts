import { clockTime, formatMoney } from '../format/index.ts';

/** What was sent to the service to prove who is asking; `lostSession`: a refresh token that was probably rotated before. */
export type CredentialSent = 'apiKey' | 'session' | 'lostSession' | 'password';

/**
 * Everything that can go wrong between us and the service, as a closed set. `detail` is the service's own text, made
 * printable and free of credentials. Times are ms since the epoch.
 */
export type ServiceProblem =
  | { readonly kind: 'unauthorized'; readonly credential: CredentialSent }
  | { readonly kind: 'forbidden'; readonly detail: string | null }
  | { readonly kind: 'notFound'; readonly detail: string | null }
  | { readonly kind: 'invalid'; readonly detail: string | null }
  | {
      readonly kind: 'insufficientBalance';
      /** $; null where the service's message does not say. */
      readonly required: number | null;
      readonly available: number | null;
    }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'server'; readonly status: number; readonly retryAt: number | null }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'tls' }
  | { readonly kind: 'notTheService'; readonly found: 'webPage' | 'redirect' }
  | { readonly kind: 'incompatible'; readonly endpoint: string; readonly found: string }
  /** The list of VMs did not end, changed too fast, or holds fewer VMs than the service says. */
  | { readonly kind: 'incompleteList' };

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

/** `message: detail.`, with exactly one full stop. */
function withDetail(message: string, detail: string | null): string {
  const text = detail?.trim().replace(/[.\s]+$/, '');
  return text ? `${message}: ${text}.` : `${message}.`;
}

const MINUTE_MS = 60_000;

function retryable(
  short: string,
  message: string,
  retryAt: number | null,
  retries: boolean,
): ProblemText {
  if (retryAt === null)
    return { short, message, action: retries ? 'Retrying automatically.' : 'Try again later.' };
  // Rounded up: a person who retries within the minute shown must not be too early.
  const time = clockTime(Math.ceil(retryAt / MINUTE_MS) * MINUTE_MS);
  return retries
    ? { short: `${short}; retrying at ${time}`, message, action: `Retrying at ${time}.` }
    : { short, message, action: `Try again at ${time}.` };
}

function insufficientBalance(required: number | null, available: number | null): string {
  if (required === null || available === null) return 'Insufficient balance.';
  return `Insufficient balance: ${formatMoney(required)} required, ${formatMoney(available)} available.`;
}

const REJECTED: Readonly<Record<CredentialSent, ProblemText>> = {
  apiKey: {
    short: 'API key rejected (401)',
    message: 'API key rejected (401).',
    action: 'Check the key, or sign in with another one.',
  },
  session: {
    short: 'Session expired (401)',
    message: 'Session expired (401).',
    action: 'Sign in again.',
  },
  lostSession: {
    short: 'Session lost (401)',
    message: 'Session lost: its last renewal was interrupted (401).',
    action: 'Sign in again.',
  },
  password: {
    short: 'Wrong email or password',
    message: 'Wrong email or password.',
    action: 'Check both and try again.',
  },
};

function describe(problem: Problem, retries: boolean): ProblemText {
  switch (problem.kind) {
    case 'unauthorized':
      return REJECTED[problem.credential];
    case 'forbidden':
      return {
        short: 'Permission denied (403)',
        message: withDetail('Permission denied', problem.detail),
        action: 'Use an API key with a wider scope.',
      };
    case 'notFound':
      return {
        short: 'Not found',
        message: withDetail('Not found', problem.detail),
        action: 'Refresh the list. If everything is missing, check the service URL.',
      };
    case 'invalid':
      return {
        short: 'Request rejected',
        message: withDetail('The service rejected the request', problem.detail),
        action: 'Correct it and try again.',
      };
    case 'insufficientBalance':
      return {
        short: 'Insufficient balance',
        message: insufficientBalance(problem.required, problem.available),
        action: 'Add funds in the console.',
      };
    case 'rateLimited':
      return retryable('Rate limit reached', 'Rate limit reached.', problem.retryAt, retries);
    case 'server':
      return retryable(
        `Service error (HTTP ${problem.status})`,
        `The service returned an error (HTTP ${problem.status}).`,
        problem.retryAt,
        retries,
      );
    case 'network':
      return {
        short: 'Failed to reach the service',
        message: 'Failed to reach the service.',
        action: retries
          ? 'Retrying automatically. If this persists, check your network and the service URL.'
          : 'Check your network and the service URL.',
      };
    case 'timeout':
      return retryable(
        `No response within ${problem.seconds} s`,
        `The service did not respond within ${problem.seconds} s.`,
        null,
        retries,
      );
    case 'tls':
      return {
        short: 'Certificate not verified',
        message: "The service's certificate could not be verified.",
        action:
          "Check the service URL, this computer's date, and whether this network requires a login. Behind a company proxy, install its certificate.",
      };
    case 'notTheService':
      return {
        short: problem.found === 'webPage' ? 'Web page instead of the service' : 'Redirect refused',
        message:
          problem.found === 'webPage'
            ? 'The service URL returned a web page.'
            : 'The service URL redirects elsewhere, and redirects are not followed.',
        action: 'Check the service URL, and whether this network requires a login.',
      };
    case 'incompatible':
      return {
        short: `Unexpected response to ${problem.endpoint}`,
        message: `Unexpected response to ${problem.endpoint}: ${problem.found}.`,
        action: 'Check the service URL. If it is correct, look for a GPU Tray update.',
      };
    case 'incompleteList':
      return {
        short: 'VM list incomplete',
        message: 'The list of VMs could not be read completely.',
        action: retries
          ? 'Retrying automatically. Until then, VMs may be missing.'
          : 'VMs may be missing. Try again later.',
      };
    case 'keychainLocked':
      return {
        short: 'Keychain locked',
        message: 'Your keychain is locked.',
        action: 'Unlock it and try again.',
      };
    case 'keychainUnavailable':
      return {
        short: 'Keychain unavailable',
        message: problem.detail,
        action: 'Start your keychain service, or sign in for this session only.',
      };
    case 'busy':
      return {
        short: 'In use by another GPU Tray process',
        message: 'Another GPU Tray process is using this account.',
        action: retries
          ? 'Retrying automatically. It may be waiting for your keychain.'
          : 'Try again later. It may be waiting for your keychain.',
      };
    case 'noCredential':
      return {
        short: 'Not signed in',
        message: 'No credential is stored for this account.',
        action: 'Sign in again.',
      };
  }
}

/** The text for a request that failed and is not repeated. Amounts are in $, times of day local. */
export function describeProblem(problem: Problem): ProblemText {
  return describe(problem, false);
}

/** The text for an account that keeps being polled: says when GPU Tray retries where that can help. */
export function describePollingProblem(problem: Problem): ProblemText {
  return describe(problem, true);
}
