import { z } from 'zod';
import type { Http } from './http.ts';
import { type Items, plainValue, readItems, readList } from './wire/read.ts';

/** A plain value of an offer or price record. */
export type OfferValue = string | number | boolean | null;

/**
 * One record of `GET /search` or `GET /pricing`. Its fields are not documented, so the plain ones are kept under the
 * service's own names.
 */
export type OfferRecord = Readonly<Record<string, OfferValue>>;

/** Drops lists and objects inside a record. */
export const offerSchema: z.ZodType<OfferRecord> = z
  .record(z.string(), z.unknown())
  .transform((record) => {
    const kept = Object.entries(record).flatMap(([name, value]) => {
      const result = plainValue.safeParse(value);
      return result.success ? [[name, result.data] as const] : [];
    });
    return Object.fromEntries(kept);
  });

/** The two public lists, which need no account. Query parameters are not documented, so none are sent. */
export interface PublicClient {
  search(signal?: AbortSignal): Promise<Items<OfferRecord>>;
  pricing(signal?: AbortSignal): Promise<Items<OfferRecord>>;
}

/** A client that sends no credential. Its calls reject with a `ServiceError`, or with the signal's reason. */
export function createPublicClient(http: Http): PublicClient {
  async function offers(path: string, signal?: AbortSignal): Promise<Items<OfferRecord>> {
    const endpoint = `GET /${path}`;
    const { json } = await http({ method: 'GET', path, endpoint, signal });
    return readItems(offerSchema, readList(json, endpoint).records);
  }
  return {
    search: (signal) => offers('search', signal),
    pricing: (signal) => offers('pricing', signal),
  };
}
