import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { HttpRequest } from '../http/request.ts';

export type Sent = Omit<HttpRequest, 'method'> & { readonly method?: string };

/** What a provider's client is created with. Its requests get these answers in order, the last one again and again; an error is thrown. */
export function answering(...answers: readonly unknown[]) {
  const sent: Sent[] = [];
  const left = [...answers];
  const clock = createVirtualClock(Date.UTC(2027, 0, 1));
  const answer = async (request: Sent) => {
    sent.push(request);
    const json = left.length > 1 ? left.shift() : left[0];
    if (json instanceof Error) throw json;
    const endpoint = `GET ${request.path}`;
    return { json, endpoint, bytes: 0, rateLimit: { remaining: null, resetAt: null }, date: null };
  };
  const ports = {
    ...{ read: answer, write: answer, clock, listMs: 60_000, profile: null },
    pace: { isLimitKnown: () => false, opensAt: () => null, noteRateLimit: () => {} },
  };
  return { sent, clock, ports };
}
