import type { ServiceProblem } from '../../shared/domain/problem.ts';
import type { BaseUrl } from './http/base-url.ts';
import { createHttp, type HttpPorts } from './http/http.ts';
import { httpDate } from './http/rate-limits.ts';
import { ServiceError } from './http/service-error.ts';

export interface ServiceProbe {
  /** Null: the service responded, perhaps with a refusal. */
  readonly problem: ServiceProblem | null;
  readonly ms: number;
  /** This computer's clock minus the service's, ms; null: the response has no usable `Date`. */
  readonly clockAheadMs: number | null;
}

/** A refusal that only the service sends is no problem of the connection. */
const isAnswer = ({ status, problem }: ServiceError) =>
  status !== null && status < 500 && status !== 429 && problem.kind !== 'notTheService';

/** `Date` has no fraction of a second. */
const HALF_SECOND_MS = 500;

/** Sends a request without a credential and checks only that the answer is JSON. @throws the signal's reason */
export async function probeService(
  base: BaseUrl,
  path: string,
  ports: HttpPorts,
  signal?: AbortSignal,
): Promise<ServiceProbe> {
  const { clock } = ports;
  const started = clock.monotonic();
  let clockAheadMs: number | null = null;
  const http = createHttp(base, {
    ...ports,
    async fetch(input, init) {
      const sentAt = clock.now();
      const response = await ports.fetch(input, init);
      const date = httpDate(response.headers.get('date'));
      const receivedAt = clock.now();
      if (date !== null) clockAheadMs = (sentAt + receivedAt) / 2 - (date + HALF_SECOND_MS);
      return response;
    },
  });
  let problem: ServiceProblem | null = null;
  try {
    await http({ method: 'GET', path, credential: 'apiKey', signal });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (!isAnswer(error)) problem = error.problem;
  }
  // A captive portal answers in place of the service, with a different clock.
  const isService = problem === null || problem.kind === 'rateLimited' || problem.kind === 'server';
  return {
    problem,
    ms: Math.round(clock.monotonic() - started),
    clockAheadMs: isService ? clockAheadMs : null,
  };
}
