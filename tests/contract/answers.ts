import fc, { type Arbitrary } from 'fast-check';
import { readDocument, type Schema } from '../../simulator/service/document.ts';
import { applyAccounts, applyPoll } from '../../src/core/app/kernel/apply-poll.ts';
import { createStateStore } from '../../src/core/app/kernel/state-store.ts';
import { startUsage } from '../../src/core/app/usage/usage.ts';
import {
  createAccountClient,
  createKeySession,
  parseBaseUrl,
} from '../../src/core/providers/index.ts';
import { createRentalClient } from '../../src/core/providers/rental/client.ts';
import { Secret } from '../../src/core/secret.ts';
import { account, firstStart, NOON } from '../../src/main/testing/app-states.ts';
import { UNKNOWN_STATE } from '../../src/shared/domain/account-state.ts';
import { withBilled } from '../../src/shared/domain/billing.ts';
import { makeVmList } from '../../src/shared/domain/testing/records.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { ANY_CHARACTER } from '../../src/shared/testing/any-character.ts';
import { network } from './fixtures.ts';

// Random answers that fit docs/openapi.yaml, and what the app makes of them.

const FORMATS: Readonly<Record<string, Arbitrary<unknown>>> = {
  uuid: fc.uuid(),
  'date-time': fc
    .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};

function entriesOf(value: unknown): readonly (readonly [string, Schema])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function ofType(type: unknown, schema: Exclude<Schema, true>): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'string':
      return FORMATS[String(schema['format'])] ?? fc.string({ unit: ANY_CHARACTER });
    case 'array':
      return fc.array(arbitraryOf(entriesOf({ items: schema['items'] })[0]?.[1] ?? true), {
        maxLength: 4,
      });
    case 'object': {
      const fields: Record<string, Arbitrary<unknown>> = {};
      for (const [name, of] of entriesOf(schema['properties'])) fields[name] = arbitraryOf(of);
      const { required } = schema;
      return fc.record(fields, {
        requiredKeys: Array.isArray(required) ? required.map(String) : [],
      });
    }
    default:
      throw new Error(`no values of the type ${String(type)}`);
  }
}

/** Values that fit the schema, for the keywords that the document uses. */
function arbitraryOf(schema: Schema): Arbitrary<unknown> {
  if (schema === true) return fc.jsonValue();
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  if ('const' in schema) return fc.constant(schema['const']);
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  return fc.oneof(...types.map((type) => ofType(type, schema)));
}

/** The answers of a request that the document allows. */
function answersOf(path: string, method: 'get' | 'post', status: string): Arbitrary<unknown> {
  const content = readDocument()[path]?.[method]?.responses[status]?.content?.['application/json'];
  if (content === undefined) throw new Error(`no answer of ${method} ${path}`);
  return arbitraryOf(content.schema);
}

/** What a service may answer to each request. */
export interface Answers {
  readonly vms: readonly object[];
  readonly spend: unknown;
  readonly usage: unknown;
  readonly pricing: unknown;
}

const object = (value: unknown): object =>
  typeof value === 'object' && value !== null ? value : {};

const PRICE = fc.record(
  {
    gpu_type: fc.oneof(fc.constantFrom('4090', 'pro6000'), fc.string({ unit: ANY_CHARACTER })),
    price_per_hour: fc.oneof(fc.double(), fc.integer(), fc.string()),
    gpu_count: fc.integer(),
    available: fc.oneof(fc.boolean(), fc.integer()),
    note: fc.jsonValue(),
  },
  { requiredKeys: ['gpu_type', 'price_per_hour'] },
);

/** Of one service: its spend is about its VMs. */
export const answersArb: Arbitrary<Answers> = fc
  .record({
    vms: fc.array(answersOf('/vms/{vm_id}', 'get', '200').map(object), { maxLength: 5 }),
    spend: answersOf('/billing/current-spend', 'get', '200').map(object),
    usage: answersOf('/billing/usage', 'get', '200'),
    pricing: fc.oneof(answersOf('/pricing', 'get', '200'), fc.array(PRICE, { maxLength: 4 })),
  })
  .map(({ spend, ...answers }) => {
    const billed = entriesOf(spend).find(([name]) => name === 'vms')?.[1];
    const vms = (Array.isArray(billed) ? billed : []).map((entry, index) => {
      const [, id] = Object.entries(answers.vms[index] ?? {}).find(([name]) => name === 'id') ?? [];
      return { ...object(entry), ...(id !== undefined && { vm_id: id }) };
    });
    return { ...answers, spend: { ...spend, vms } };
  });

/** A service with these answers. */
export function answering({ vms, spend, usage, pricing }: Answers): typeof globalThis.fetch {
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith('/current-spend')) return Response.json(spend);
    if (pathname.endsWith('/usage')) return Response.json(usage);
    if (pathname.endsWith('/vms')) return Response.json(vms);
    return Response.json(pricing);
  };
}

/** The client of a service with these answers. */
function clientOf(fetch: typeof globalThis.fetch) {
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  return createAccountClient(
    { base: base.url, open: createRentalClient },
    { ...network({ fetch }), listMs: 50 },
    { createSession: () => createKeySession(new Secret('k')) },
  );
}

const ANY = { ...ANY_OFFER, diskGb: 100 };

/** What the app shows of these answers, through the client and one poll. */
export async function shown(answers: Answers) {
  const client = clientOf(answering(answers));
  const store = createStateStore(firstStart());
  store.apply(applyAccounts(store.core(), [account('main')]));
  const [{ vms }, spend] = await Promise.all([client.listVms(), client.currentSpend?.() ?? null]);
  const after = {
    vms: { value: makeVmList(withBilled(vms, spend)), problem: null },
    spend: { value: spend, problem: null },
  };
  const report = { accountId: 'main', before: UNKNOWN_STATE, after, events: [], hasFailed: false };
  store.apply(applyPoll(store.core(), { ...report, asOf: NOON, isAfterWake: false }, NOON).core);
  const usage = startUsage({
    clients: new Map([['main', client]]),
    store,
    desktop: { dialogs: { chooseFile: async () => null } },
    history: () => null,
    usageReports: { request: async () => {} },
    clock: { now: () => NOON },
  });
  const range = { from: '2026-11-01', to: '2026-11-20' };
  return {
    state: store.get(),
    usage: await usage.requests.readUsage({ range }),
    /** Null: refused. */
    offers: (await client.offers?.(ANY).catch(() => null))?.offers ?? null,
  };
}
