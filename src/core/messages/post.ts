import { describeProblem } from '../../shared/domain/problem-text.ts';
import type { Message } from '../events/index.ts';
import { createHttp, type HttpPorts, namedBy, ServiceError } from '../providers/index.ts';
import { Secret } from '../secret.ts';
import { hostOf, type MessageAddress } from './address.ts';
import { bodyFor } from './message-text.ts';

/** Why messages were not sent, a sentence. `retryAt`: ms since the epoch; null: the receiver named none. */
export type PostFailure = Readonly<NonNullable<Awaited<ReturnType<typeof post>>>>;

/** No receiver needs to say more. */
const MAX_ANSWER = 64 * 1024;

/** Of a path or a query: tokens are longer, and words such as `webhooks` may stay in texts. */
const MIN_PART = 10;

function secretsOf(address: MessageAddress): readonly Secret[] {
  const { pathname, search, searchParams } = new URL(address.url);
  // A receiver may repeat a part of it.
  const parts = [...pathname.split('/'), ...searchParams.values()];
  const texts = [
    address.url,
    `${pathname}${search}`.slice(1),
    ...parts.filter(({ length }) => length >= MIN_PART),
  ];
  if (address.kind === 'ntfy') texts.push(address.topic, address.token ?? '');
  if (address.kind === 'url') texts.push(address.header?.value ?? '');
  return texts.filter((text) => text !== '').map((text) => new Secret(text));
}

function headerOf(address: MessageAddress) {
  if (address.kind === 'ntfy' && address.token !== null)
    return { name: 'authorization', value: new Secret(`Bearer ${address.token}`) };
  if (address.kind !== 'url' || address.header === null) return undefined;
  return { name: address.header.name, value: new Secret(address.header.value) };
}

/** Sends messages as one, once; redirects are refused. Null: sent. @param from the sending computer */
export async function post(
  address: MessageAddress,
  messages: readonly Message[],
  from: string,
  ports: HttpPorts,
) {
  const host = hostOf(address);
  const http = namedBy(host)(createHttp({ href: address.url, isLoopback: false }, ports));
  const header = headerOf(address);
  try {
    await http({
      method: 'POST',
      path: '',
      body: bodyFor(address, messages, from, ports.clock.now()),
      ...(header !== undefined && { header }),
      secrets: secretsOf(address),
      // Slack takes a message with a page, and a message that was taken must not be sent again.
      answer: 'unread',
      maxBytes: MAX_ANSWER,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { problem, status } = error;
    const retryAt = 'retryAt' in problem ? problem.retryAt : null;
    const said = describeProblem(problem).message;
    const reason = status === null ? said : `${host} answered ${status}. ${said}`;
    return { reason, retryAt };
  }
}
