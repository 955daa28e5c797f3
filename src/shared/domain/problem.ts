/**
 * Everything that can go wrong between us and the service, as a closed set. `detail` is the service's own words, made
 * printable and free of credentials. Times are ms since the epoch.
 */
export type ServiceProblem =
  | { readonly kind: 'unauthorized'; readonly detail: string | null }
  | { readonly kind: 'forbidden'; readonly detail: string | null }
  | { readonly kind: 'notFound'; readonly detail: string | null }
  | { readonly kind: 'invalid'; readonly detail: string | null }
  | {
      readonly kind: 'insufficientBalance';
      /** $, as far as the message says. */
      readonly required: number | null;
      readonly available: number | null;
    }
  | { readonly kind: 'rateLimited'; readonly retryAt: number | null }
  | { readonly kind: 'server'; readonly status: number; readonly retryAt: number | null }
  | { readonly kind: 'network' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'tls' }
  | { readonly kind: 'notTheService'; readonly found: 'webPage' | 'redirect' }
  | { readonly kind: 'incompatible'; readonly endpoint: string; readonly found: string };

/** Why an account cannot be asked at all: its credential is out of reach. */
export type CredentialProblem =
  | { readonly kind: 'keychainLocked' }
  | { readonly kind: 'keychainUnavailable'; readonly detail: string }
  | { readonly kind: 'noCredential' }
  /** Another GPU Tray, the app or a command, has been refreshing this account's session for a long time. */
  | { readonly kind: 'busy' };

/** Why an account's figures are old or missing; `describeProblem` has the words for it. */
export type Problem = ServiceProblem | CredentialProblem;

/** What a problem is called, in the log and in refusals as well. */
export type ProblemKind = Problem['kind'];
