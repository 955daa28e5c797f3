import { serviceUrl } from '../../../shared/format/index.ts';
import { isLoopback as isLoopbackAddress } from '../../loopback.ts';

/** A valid service URL without a trailing slash, credentials or a query. */
export type BaseUrl = Extract<ReturnType<typeof parseBaseUrl>, { readonly ok: true }>['url'];

export const refuse = (message: string) => ({ ok: false, message }) as const;

/** Parses a service URL as typed; without a scheme it is https. Plain http is accepted for this machine only. */
export function parseBaseUrl(text: string) {
  const href = serviceUrl(text);
  if (href === '') return refuse('Enter the service URL, such as https://api.example.com/v1.');
  if (!URL.canParse(href))
    return refuse('The service URL is not a valid web address. Check it for typos.');
  const url = new URL(href);
  // An IPv6 address is in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  /** On this machine, which allows plain http and VMs with loopback addresses. */
  const isLoopback = host === 'localhost' || isLoopbackAddress(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback))
    return refuse('The service URL must begin with https:// to keep your credential encrypted.');
  if (url.username !== '' || url.password !== '')
    return refuse('Remove the user name and password from the service URL, and sign in instead.');
  if (url.search !== '' || url.hash !== '')
    return refuse('Remove everything from the first ? or # on from the service URL.');
  return { ok: true, url: { href, isLoopback } } as const;
}

/** Returns the normalized URL of a web console, https only; null: not one. */
export function parseConsoleUrl(text: string): string | null {
  const typed = text.trim();
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  const hasCredentials = url.username !== '' || url.password !== '';
  return url.protocol === 'https:' && !hasCredentials ? url.href : null;
}
