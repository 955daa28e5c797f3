import type { CredentialSent } from '../../../shared/domain/problem.ts';
import type { Secret } from '../../secret.ts';
import type { RateLimit } from './rate-limits.ts';

export interface HttpResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get' | 'has'>;
  readonly body: {
    getReader(): {
      read(): Promise<IteratorResult<Uint8Array, unknown>>;
      cancel(): Promise<void>;
    };
    cancel(): Promise<void>;
  } | null;
}

interface RequestCredentials {
  readonly bearer?: Secret;
  /** Sent as it is. */
  readonly header?: { readonly name: string; readonly value: Secret };
  /** The credential that a 401 rejects; without one, a 401 is an unexpected response. */
  readonly credential?: CredentialSent;
  /** Removed from the service's error text, as the bearer is. */
  readonly secrets?: readonly Secret[];
  /** Needs no credential, so that none is sent: what a key may not do and a session that ended do not matter. */
  readonly isPublic?: boolean;
}

export interface HttpRequest extends RequestCredentials {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A POST that changes nothing, such as a search: in turns, limits and retries it counts as a GET. */
  readonly isRead?: boolean;
  /** Of an order, which every layer sends once, also after a 401: the id of a VM that an error names and that may exist; null: none. */
  readonly createdIn?: (body: Readonly<Record<string, unknown>>) => string | null;
  /** Between two requests to the path from this computer, ms, where the provider counts by address. */
  readonly intervalMs?: number;
  /** As in the service's document: `/vms/{vm_id}`. */
  readonly path: string;
  /** In place of `{vm_id}`. */
  readonly vmId?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** `unparsed`: its form is unknown. `unread`: a 2xx is a success whatever its body is. Default: JSON. */
  readonly answer?: 'unparsed' | 'unread';
  /** Decompressed bytes of the response; default: `HttpBounds.bodyBytes`. */
  readonly maxBytes?: number;
}

export interface HttpAnswer {
  /** The method and path of its request, for messages: `GET /vms/{vm_id}`. */
  readonly endpoint: string;
  /** Parsed JSON; undefined for 204. */
  readonly json: unknown;
  readonly bytes: number;
  readonly rateLimit: RateLimit;
  /** Date of the service's clock, ms since the epoch; null: not sent. */
  readonly date: number | null;
}
