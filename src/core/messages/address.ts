import { z } from 'zod';
import type { MessageDestination } from '../../shared/messages/messages.ts';
import { isLoopback } from '../loopback.ts';

const MAX_TEXT = 2_000;

const NO_URL = 'Enter a full address that begins with https://, without a user name.';
const NO_TOPIC = 'A topic has up to 64 letters, digits, underscores and hyphens.';
const NO_TEXT = 'Use printable ASCII.';

/** The URL as it is requested; null: not https, or http on this machine, or with credentials. */
function requestedUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isHere = host === 'localhost' || isLoopback(host);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
  return isSafe && url.username === '' && url.password === '' ? url.href : null;
}

/** Where messages go, with all that is secret of it. */
export const addressSchema = z.lazy(() => {
  const url = z.string(NO_URL).trim().max(MAX_TEXT).transform(requestedUrl).pipe(z.string(NO_URL));

  /** Of a header, without line breaks. */
  const headerText = z
    .string(NO_TEXT)
    .trim()
    .regex(/^[\x20-\x7e]{1,2000}$/, NO_TEXT);

  return z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('ntfy'),
      url,
      topic: z
        .string(NO_TOPIC)
        .trim()
        .regex(/^[\w-]{1,64}$/, NO_TOPIC),
      /** Null: the topic is open. */
      token: headerText.nullable().default(null),
    }),
    z.strictObject({ kind: z.enum(['slack', 'discord']), url }),
    z.strictObject({
      kind: z.literal('url'),
      url,
      /** Sent with each message; null: none. */
      header: z
        .strictObject({
          name: z
            .string()
            .trim()
            .regex(/^[A-Za-z0-9-]{1,100}$/, 'A header name has letters, digits and -.'),
          value: headerText,
        })
        .nullable()
        .default(null),
    }),
  ]);
});

export type MessageAddress = z.infer<typeof addressSchema>;

export interface SendTo {
  readonly destination: MessageDestination;
  readonly address: MessageAddress;
}

/** For show. */
export const hostOf = ({ url: href }: MessageAddress) => new URL(href).host;
