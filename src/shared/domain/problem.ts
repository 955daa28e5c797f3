import type { VmOperation } from './service-profile.ts';

/** `session`: a refresh token, `lostSession`: one probably rotated before; `writeKey`: the second API key, for write calls. */
export type CredentialSent =
  | 'apiKey'
  | 'writeKey'
  | 'accessToken'
  | 'session'
  | 'lostSession'
  | 'password';

type ServiceProblemKinds =
  | { readonly kind: 'unauthorized'; readonly credential: CredentialSent }
  | {
      readonly kind: 'forbidden';
      /** Absent: an API key, or none. */
      readonly credential?: CredentialSent;
      readonly hasNoScopes?: true;
    }
  /** No key of the account is accepted until its owner does something, such as adding a payment method. */
  | { readonly kind: 'inactiveAccount' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'invalid' }
  /** No machine is free for an order. */
  | { readonly kind: 'soldOut' }
  /** Not in the VM's present state. `mayNow`: operations that are possible. */
  | { readonly kind: 'notNow'; readonly mayNow: readonly VmOperation[] }
  | {
      readonly kind: 'insufficientBalance';
      /** $; null where the service's message does not say. */
      readonly required: number | null;
      readonly available: number | null;
    }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'server'; readonly status: number; readonly retryAt: number | null }
  | { readonly kind: 'network' }
  | { readonly kind: 'tls' }
  /** A host name, the service's or a proxy's, was not resolved. */
  | { readonly kind: 'dns' }
  /** A proxy did not connect us; `needsLogin`: without a user name and password that it accepts. */
  | { readonly kind: 'proxy'; readonly needsLogin: boolean }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'notTheService'; readonly found: 'webPage' | 'redirect' }
  /** A refusal without the provider's own form: a proxy, a gateway or a CDN sent it. */
  | { readonly kind: 'notTheService'; readonly found: 'answer'; readonly status: number }
  | { readonly kind: 'incompatible'; readonly endpoint: string; readonly found: string }
  /** A call that every account had is gone: an older interface was turned off. */
  | { readonly kind: 'changedInterface' }
  /** The provider has no call for past costs. */
  | { readonly kind: 'noUsage' }
  /** The list of VMs did not end, changed too fast, or holds fewer VMs than the service says. */
  | { readonly kind: 'incompleteList' }
  /** The service answered with figures of `at`, which are too old to count as current. */
  | { readonly kind: 'oldSpend'; readonly at: number };

interface Said {
  /** The service's own printable text, without credentials. */
  readonly detail?: string | undefined;
  /** Name of a provider whose address is fixed; absent: the user entered the service URL. */
  readonly provider?: string;
}

/** Problems with the service. Times are ms since the epoch. */
export type ServiceProblem = ServiceProblemKinds & Said;

/** Why no request can be sent for an account: its credential cannot be read. */
export type CredentialProblem =
  | { readonly kind: 'keychainLocked' }
  /** `action`: of a credentials file in its place. */
  | { readonly kind: 'keychainUnavailable'; readonly detail: string; readonly action?: string }
  | { readonly kind: 'noCredential' }
  /** Another GPU Tray process, the app or a command, has held this account's lock for too long. */
  | { readonly kind: 'busy' };

/** Why a request failed, or an account's data is old or missing; `describeProblem` has the text. */
export type Problem = ServiceProblem | (CredentialProblem & Said);

export type ProblemKind = Problem['kind'];

const UNREACHED: readonly ProblemKind[] = [
  'network',
  'dns',
  'proxy',
  'timeout',
  'tls',
  'notTheService',
];

export function isUnreached({ kind }: Problem): boolean {
  return UNREACHED.includes(kind);
}

const OF_ACCOUNT = /\b(verif\w*|confirm\w*|suspended|locked|disabled|blocked|banned)\b/i;

/** Whether the service names a reason that no other credential changes, such as an account that is locked. */
export const isOfAccount = (detail = '') => OF_ACCOUNT.test(detail);

/** Whether an API key with more permissions may help: a password account has no scope, and the service may name another reason. */
export function isScopeProblem(problem: Problem): boolean {
  if (problem.kind !== 'forbidden') return false;
  const { credential = 'apiKey', detail = '', hasNoScopes } = problem;
  if (hasNoScopes) return false;
  const isKey = credential === 'apiKey' || credential === 'writeKey';
  return isKey && !isOfAccount(detail) && !/\be-?mail\b/i.test(detail);
}

/** Whether the network may ask for a login first, as in a hotel: it answers in place of the service. */
export function mayNeedNetworkLogin(problem: Problem): boolean {
  if (problem.kind === 'notTheService') return problem.found !== 'answer';
  return problem.kind === 'tls';
}
