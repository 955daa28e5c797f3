import type { Problem } from './problem.ts';

/** What to tell a person: one sentence for what is, one for what to do. */
export interface ProblemText {
  readonly message: string;
  readonly action: string;
}

/** `: the service's words` with exactly one full stop at the end, or just the full stop. */
function quoting(message: string, detail: string | null): string {
  const words = detail?.trim().replace(/[.\s]+$/, '');
  return words ? `${message}: ${words}.` : `${message}.`;
}

function insufficientBalance(required: number | null, available: number | null): string {
  if (required === null || available === null) return 'The balance is too low for this.';
  return `The balance is too low: this needs ${required.toFixed(2)}, ${available.toFixed(2)} is there.`;
}

/** The words for every problem there is. `retryAt` is not part of them: who shows them knows when the next try is. */
export function describeProblem(problem: Problem): ProblemText {
  switch (problem.kind) {
    case 'unauthorized':
      return {
        message: quoting('The service refused the credential', problem.detail),
        action: 'Sign in again.',
      };
    case 'forbidden':
      return {
        message: quoting('This credential is not allowed to do that', problem.detail),
        action: 'Use an API key with a wider scope.',
      };
    case 'notFound':
      return {
        message: quoting('The service does not know this', problem.detail),
        action: 'Refresh the list; if everything is missing, check the base URL.',
      };
    case 'invalid':
      return {
        message: quoting('The service did not accept the request', problem.detail),
        action: 'Correct it and try again.',
      };
    case 'insufficientBalance':
      return {
        message: insufficientBalance(problem.required, problem.available),
        action: 'Add to the balance in the console.',
      };
    case 'rateLimited':
      return {
        message: 'The service asks for fewer requests.',
        action: 'Wait a minute before the next try.',
      };
    case 'server':
      return {
        message: `The service has an error of its own (status ${problem.status}).`,
        action: 'Wait and try again.',
      };
    case 'network':
      return {
        message: 'The service cannot be reached.',
        action: 'Check the network and the base URL.',
      };
    case 'timeout':
      return {
        message: `The service did not answer for ${problem.seconds} s.`,
        action: 'Wait and try again.',
      };
    case 'tls':
      return {
        message: "The service's certificate could not be verified.",
        action:
          'Check the base URL and the date of this computer; behind a company proxy, install its certificate.',
      };
    case 'notTheService':
      return {
        message:
          problem.found === 'webPage'
            ? 'A web page answered instead of the service.'
            : 'The address answered with a redirect, which is not followed.',
        action: 'Check the base URL, and whether this network asks for a login first.',
      };
    case 'incompatible':
      return {
        message: `${problem.endpoint} answered in a form GPU Tray does not know: ${problem.found}.`,
        action: 'Check the base URL; if it is right, look for an update of GPU Tray.',
      };
    case 'keychainLocked':
      return {
        message: 'Your keychain is locked.',
        action: 'Unlock it and try again.',
      };
    case 'keychainUnavailable':
      return {
        message: quoting('Your keychain cannot be used', problem.detail),
        action: 'Start your keychain service, or sign in for this session only.',
      };
    case 'busy':
      return {
        message: 'Another GPU Tray is busy with this account.',
        action: 'Wait and try again; it may be waiting for your keychain.',
      };
    case 'noCredential':
      return { message: 'No credential is stored for this account.', action: 'Sign in again.' };
  }
}
