import { isLoopback as isLoopbackAddress } from '../loopback.ts';

/** A checked base address of the service: no trailing slash, no credentials, no query. */
export interface BaseUrl {
  readonly href: string;
  /** On this machine: only then may it be plain http, and only then may VMs have loopback addresses. */
  readonly isLoopback: boolean;
}

/** What a person typed, as an address to use or with the reason why it is none. */
export type BaseUrlResult =
  | { readonly ok: true; readonly url: BaseUrl }
  /** `message`: what is wrong and what to do, in one sentence. */
  | { readonly ok: false; readonly message: string };

/** @param host a name or an address as `URL.hostname` gives it, IPv6 in brackets */
function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[|\]$/g, ''));
}

function refuse(message: string): BaseUrlResult {
  return { ok: false, message };
}

/** Reads what a person typed as the service's address. https only, except on this machine, where nothing can listen in. */
export function parseBaseUrl(text: string): BaseUrlResult {
  const typed = text.trim();
  if (typed === '')
    return refuse('The base URL is empty; it looks like https://api.example.com/v1.');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(typed))
    return refuse('The base URL must be whole, with https:// in front.');
  if (!URL.canParse(typed)) return refuse('The base URL is not an address; check it for typos.');
  const url = new URL(typed);
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    return refuse(
      'The base URL must begin with https://, or the credential would travel in the open.',
    );
  if (url.username !== '' || url.password !== '')
    return refuse('The base URL must not hold a user name or password; sign in instead.');
  if (url.search !== '' || url.hash !== '')
    return refuse('The base URL must end before any ? or #.');
  return {
    ok: true,
    url: { href: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), isLoopback },
  };
}
