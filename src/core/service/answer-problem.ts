import type { CredentialSent, ServiceProblem } from '../../shared/domain/index.ts';
import type { Secret } from '../secret.ts';
import { readDetail } from './detail.ts';
import { readInsufficientBalance } from './insufficient-balance.ts';
import { readRetryAt } from './rate-limits.ts';

interface Asked {
  readonly endpoint: string;
  readonly bearer?: Secret;
  readonly credential?: CredentialSent;
  readonly secrets?: readonly Secret[];
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A login page of the network, a proxy or a web site answers with HTML, whatever the status says. */
function isWebPage(response: Response, text: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  return (
    /^\s*(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype|html|head)/i.test(text)
  );
}

function problemOfClientError(
  status: number,
  detail: string | null,
  { endpoint, credential }: Asked,
): ServiceProblem {
  const balance = readInsufficientBalance(detail);
  if (balance) return { kind: 'insufficientBalance', ...balance };
  if (status === 401 && credential) return { kind: 'unauthorized', credential };
  switch (status) {
    case 403:
      return { kind: 'forbidden', detail };
    case 404:
      return { kind: 'notFound', detail };
    case 400:
    case 422:
      return { kind: 'invalid', detail };
    default:
      // An undocumented status may come with words that help, such as "the node is full".
      return detail === null
        ? { kind: 'incompatible', endpoint, found: `status ${status}` }
        : { kind: 'invalid', detail };
  }
}

/**
 * What an answer that has arrived says went wrong, or null when it is a success. Statuses after `service-api.md`, Errors.
 * A web page below 500 is not taken at its status: a portal's 401 must not sign anybody out.
 * @param now our clock, ms since the epoch
 */
export function problemOfAnswer(
  response: Response,
  text: string,
  asked: Asked,
  now: number,
): ServiceProblem | null {
  const { status } = response;
  if (status === 429) return { kind: 'rateLimited', retryAt: readRetryAt(response.headers, now) };
  // RFC 6585, 6: the network between asks for a login.
  if (status === 511) return { kind: 'notTheService', found: 'webPage' };
  if (status >= 500) {
    const retryAt = response.headers.has('retry-after') ? readRetryAt(response.headers, now) : null;
    return { kind: 'server', status, retryAt };
  }
  if (isWebPage(response, text)) return { kind: 'notTheService', found: 'webPage' };
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return { kind: 'notTheService', found: 'redirect' };
  const secrets = [...(asked.secrets ?? []), ...(asked.bearer ? [asked.bearer] : [])];
  return problemOfClientError(status, readDetail(tryJson(text), secrets), asked);
}
