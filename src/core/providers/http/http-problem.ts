import type { ServiceProblem } from '../../../shared/domain/problem.ts';
import { readDetail } from './detail.ts';
import { readRetryMs } from './rate-limits.ts';
import { fields, shortText } from './read.ts';
import type { HttpAnswer, HttpRequest, HttpResponse } from './request.ts';
import { describeForm, ServiceError } from './service-error.ts';

/** Up to four characters of currency, on either side of the digits. */
const CURRENCY = String.raw`[^\d\s.,'’()−-]{0,4}`;
const AMOUNT = new RegExp(
  String.raw`^([−-]?)\s*${CURRENCY}\s*([−-]?)(\d[\d\s.,'’]*\d|[.,]?\d+)\s*${CURRENCY}$`,
);

/** Between thousands always the same separator, before the decimals another one. */
const GROUPED = /^[1-9]\d{0,2}([\s,.'’])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;

/** A number as people write it: `1,234.50`, `1.234,50`, `12,3`. Null: `1.234`, which may have thousands or decimals, or no number. */
function readDigits(digits: string): number | null {
  const separator = GROUPED.exec(digits)?.[1];
  if (separator === '.' && /^\d+\.\d+$/.test(digits)) return null;
  const plain = separator === undefined ? digits : digits.replaceAll(separator, '');
  return /^\d*[.,]?\d+$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Negative with a minus on either side of the currency, or in parentheses as accountants write it. */
function readAmount(text = ''): number | null {
  const debt = /^\((.+)\)$/.exec(text)?.[1];
  const [, before, after, digits] = AMOUNT.exec(debt ?? text) ?? [];
  const signs = [debt, before, after].filter(Boolean).length;
  const value = digits === undefined || signs > 1 ? null : readDigits(digits);
  return value !== null && signs === 1 ? -value : value;
}

const AMOUNTS = /^\W?\s*Required:\s*(.{1,40}?),\s*Available:\s*(.{1,40}?)(?:\.?|\.\s+(\S.*))$/i;

/** The one documented message, without the format of its amounts. The rest of the sentence is kept as `detail`. */
function insufficientBalance(detail = ''): ServiceProblem | null {
  const more = /^Insufficient balance\b(.*)$/i.exec(detail)?.[1];
  if (more === undefined) return null;
  const [, first, second, rest] = AMOUNTS.exec(more) ?? [];
  const required = readAmount(first);
  const available = readAmount(second);
  const isRead = required !== null && available !== null && required > available;
  const saysAll = /^\W?$/.test(more) || (isRead && rest === undefined);
  return { kind: 'insufficientBalance', required, available, detail: saysAll ? undefined : detail };
}

/** A refusal, as far as its form shows the sender. `body`: the fields of its JSON object; none: the body is no JSON object. */
export interface Refusal {
  readonly status: number;
  readonly isJson: boolean;
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Whether a refusal has the error form of a provider. A refusal in another form comes from a gateway, and is never final. */
export type IsOwnError = (refusal: Refusal) => boolean;

export const isText = (sent: unknown) => typeof sent === 'string' && sent !== '';

type Sent = HttpRequest &
  Pick<HttpAnswer, 'endpoint'> & { readonly isOwnError?: IsOwnError | undefined };

function problemOfClientError(
  status: number,
  detail: string | undefined,
  { endpoint, credential }: Sent,
): ServiceProblem {
  const balance = insufficientBalance(detail);
  if (balance) return balance;
  if (status === 401 && credential) return { kind: 'unauthorized', credential, detail };
  if (status === 403 && credential) return { kind: 'forbidden', credential, detail };
  if (status === 404) return { kind: 'notFound', detail };
  // An undocumented status may come with helpful text, such as "the node is full".
  if (status === 400 || status === 422 || detail !== undefined) return { kind: 'invalid', detail };
  return { kind: 'incompatible', endpoint, found: `status ${status}` };
}

/** A captive portal, a proxy or a web site responds with HTML, whatever the status is. */
const WEB_PAGE: ServiceProblem = { kind: 'notTheService', found: 'webPage' };

/** Of a 2xx: nothing was done where its body says so. */
function problemOfSuccess(json: unknown, sent: Sent, isOwn: boolean | undefined) {
  if (sent.answer === 'unparsed' || fields(json)['success'] !== false) return null;
  return isOwn === false
    ? ({ kind: 'incompatible', endpoint: sent.endpoint, found: describeForm(json) } as const)
    : ({ kind: 'invalid', detail: detailOf(json, sent) } as const);
}

const detailOf = (json: unknown, { bearer, secrets = [] }: Sent) =>
  readDetail(json, bearer ? [...secrets, bearer] : secrets) ?? undefined;

/** As in `docs/service.md`. A web page below 500 has no status: a portal's 401 must sign no account out. @param now ms since the epoch */
function problemOf(
  { status, headers }: HttpResponse,
  json: unknown,
  isPage: boolean,
  isOwn: boolean | undefined,
  sent: Sent,
  now: number,
): ServiceProblem | null {
  if (status < 300) return isPage ? WEB_PAGE : problemOfSuccess(json, sent, isOwn);
  const detail = detailOf(json, sent);
  const ms = readRetryMs(headers, now);
  // Wall time, for people; the account's pace keeps the monotonic time.
  const retryAt = ms === null ? null : now + ms;
  if (status === 429) return { kind: 'rateLimited', retryAt, detail };
  // RFC 6585, 6: the network requires a login.
  if (status === 511) return WEB_PAGE;
  if (status >= 500) {
    const isNamed = headers.has('retry-after');
    return { kind: 'server', status, retryAt: isNamed ? retryAt : null, detail };
  }
  if (isPage) return WEB_PAGE;
  if (status < 400) return { kind: 'notTheService', found: 'redirect' };
  if (isOwn === false) return { kind: 'notTheService', found: 'answer', status };
  return problemOfClientError(status, detail, sent);
}

/** The error that a complete response reports; null: it is a success. @param json the parsed body @param now ms since the epoch */
export function errorOf(
  response: HttpResponse,
  text: string,
  json: unknown,
  sent: Sent,
  now: number,
): ServiceError | null {
  const { status, headers } = response;
  const [first = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
  const type = first.trim();
  const body = fields(json);
  const isOwn = sent.isOwnError?.({ status, type, isJson: type === 'application/json', body });
  const isPage =
    ['text/html', 'application/xhtml+xml'].includes(type) ||
    /^\s*<(!doctype|html|head)/i.test(text);
  const problem = problemOf(response, json, isPage, isOwn, sent, now);
  if (problem === null) return null;
  const vmId = sent.createdIn?.(body) ?? null;
  return new ServiceError(problem, status, codeOf(json), isOwn ? 'own' : 'unclear', vmId);
}

/** The provider's word for an error, `{error: code}` or `{error: {code}}`; null: none. */
export function codeOf(body: unknown): string | null {
  const { error } = fields(body);
  return shortText(fields(error)['code'] ?? error, 100);
}

/** Certificate errors: Node's and OpenSSL's codes, and Chromium's names in `net.fetch` errors. */
const TLS = new RegExp(
  [
    '^(CERT|CRL|ERR_TLS|ERR_SSL|UNABLE_TO)_',
    '^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|EPROTO)$',
    'net::ERR_(CERT|SSL)_',
  ].join('|'),
);

/** With `redirect: 'error'`: undici's message, Electron's (`lib/common/api/net-client-request.ts`) and Chromium's code. */
const REDIRECT =
  /unexpected redirect|net::ERR_(UNSAFE_|TOO_MANY_)?REDIRECT|redirect (mode is|policy was) 'error'/i;

const NO_CONNECTION = /^ECONNREFUSED$|net::ERR_CONNECTION_REFUSED/;

const DNS = /^(ENOTFOUND|EAI_[A-Z]+)$|net::ERR_(NAME|DNS)_/;

/** The errors of undici and of Node's HTTP for a response to `CONNECT`, and Chromium's names. */
const PROXY =
  /^Proxy response \(|^Failed to establish tunnel to |net::ERR_(PROXY|TUNNEL|SOCKS|MANDATORY_PROXY|NO_SUPPORTED_PROXIES|UNEXPECTED_PROXY)/;
const PROXY_LOGIN =
  /^Proxy response \(407\)|^Failed to establish .*: HTTP\/1\.\d 407\b|_PROXY_AUTH/;

/** Codes and messages of the error and its causes: fetch wraps the actual error. */
function* reasons(error: unknown): Generator<string> {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') yield current.code;
    yield current.message;
    current = current.cause;
  }
}

/** No connection was made. Other failures may have ended one on which the request was sent, such as an unreachable host. */
export function isUnsent(error: unknown): boolean {
  return [...reasons(error)].some((reason) =>
    [DNS, PROXY, NO_CONNECTION].some((form) => form.test(reason)),
  );
}

/** The problem of a request without a complete response; default: `network`. */
export function problemOfFailure(error: unknown): ServiceProblem {
  for (const reason of reasons(error)) {
    if (TLS.test(reason)) return { kind: 'tls' };
    if (DNS.test(reason)) return { kind: 'dns' };
    if (PROXY.test(reason)) return { kind: 'proxy', needsLogin: PROXY_LOGIN.test(reason) };
    if (REDIRECT.test(reason)) return { kind: 'notTheService', found: 'redirect' };
  }
  return { kind: 'network' };
}
