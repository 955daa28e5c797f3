import { z } from 'zod';
import type { PageMessage } from './messages.ts';

const id = z.int().min(0);
const text = z.string();

const schema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('invoke'), id, channel: text, args: text }),
  z.strictObject({ type: z.literal('send'), channel: text, args: text }),
  z.strictObject({ type: z.literal('domReady') }),
  z.strictObject({ type: z.literal('loaded') }),
  z.strictObject({ type: z.literal('title'), title: text }),
  z.strictObject({ type: z.literal('navigate'), id, url: text }),
  z.strictObject({ type: z.literal('open'), url: text, frameName: text }),
]);

/** @throws when it is none; a page that speaks otherwise has got hold of the socket itself */
export function readPageMessage(raw: string): PageMessage {
  return schema.parse(JSON.parse(raw));
}
