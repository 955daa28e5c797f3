import type { Problem } from './problem.ts';

/** What to tell a person: one sentence for what is, one for what to do. */
export interface ProblemText {
  readonly sentence: string;
  readonly action: string;
}

/** `: the service's words` with exactly one full stop at the end, or just the full stop. */
function quoting(sentence: string, detail: string | null): string {
  const words = detail?.trim().replace(/[.\s]+$/, '');
  return words ? `${sentence}: ${words}.` : `${sentence}.`;
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
        sentence: quoting('The service refused the credential', problem.detail),
        action: 'Sign in again.',
      };
    case 'forbidden':
      return {
        sentence: quoting('This credential is not allowed to do that', problem.detail),
        action: 'Use an API key with a wider scope.',
      };
    case 'notFound':
      return {
        sentence: quoting('The service does not know this', problem.detail),
        action: 'Refresh the list; if everything is missing, check the base URL.',
      };
    case 'invalid':
      return {
        sentence: quoting('The service did not accept the request', problem.detail),
        action: 'Correct it and try again.',
      };
    case 'insufficientBalance':
      return {
        sentence: insufficientBalance(problem.required, problem.available),
        action: 'Add to the balance in the console.',
      };
    case 'rateLimited':
      return {
        sentence: 'The service asks for fewer requests.',
        action: 'Wait a minute before the next try.',
      };
    case 'server':
      return {
        sentence: `The service has an error of its own (status ${problem.status}).`,
        action: 'Wait and try again.',
      };
    case 'network':
      return {
        sentence: 'The service cannot be reached.',
        action: 'Check the network and the base URL.',
      };
    case 'timeout':
      return {
        sentence: `The service did not answer for ${problem.seconds} s.`,
        action: 'Wait and try again.',
      };
    case 'tls':
      return {
        sentence: "The service's certificate could not be verified.",
        action:
          'Check the base URL and the date of this computer; behind a company proxy, install its certificate.',
      };
    case 'notTheService':
      return {
        sentence:
          problem.found === 'webPage'
            ? 'A web page answered instead of the service.'
            : 'The address answered with a redirect, which is not followed.',
        action: 'Check the base URL, and whether this network asks for a login first.',
      };
    case 'incompatible':
      return {
        sentence: `${problem.endpoint} answered in a form GPU Tray does not know: ${problem.found}.`,
        action: 'Check the base URL; if it is right, look for an update of GPU Tray.',
      };
    case 'keychainLocked':
      return {
        sentence: 'Your keychain is locked.',
        action: 'Unlock it and try again.',
      };
    case 'keychainUnavailable':
      return {
        sentence: quoting('Your keychain cannot be used', problem.detail),
        action: 'Start your keychain service, or sign in for this session only.',
      };
    case 'busy':
      return {
        sentence: 'Another GPU Tray is busy with this account.',
        action: 'Wait and try again; it may be waiting for your keychain.',
      };
    case 'noCredential':
      return { sentence: 'No credential is stored for this account.', action: 'Sign in again.' };
  }
}
