import fc, { type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import { readDocument, type Schema } from '../../simulator/service/document.ts';
import { createAccountClient } from '../../src/core/accounts/index.ts';
import { Secret } from '../../src/core/secret.ts';
import { createKeySession, parseBaseUrl, ServiceError } from '../../src/core/service/index.ts';
import { network } from './fixtures.ts';

// The client with random answers that fit docs/openapi.yaml: it reads each, or refuses it with a problem.

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
      return FORMATS[String(schema['format'])] ?? fc.string({ unit: 'binary' });
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

function answersOf(path: string, method: 'get' | 'post', status: string): Arbitrary<unknown> {
  const content = readDocument()[path]?.[method]?.responses[status]?.content;
  if (content === undefined) throw new Error(`no answer of ${method} ${path}`);
  return arbitraryOf(content['application/json'].schema);
}

/** A client that gets this answer to every request. */
function clientOf(answer: unknown) {
  const base = parseBaseUrl('https://api.example.com');
  if (!base.ok) throw new Error(base.message);
  const ports = network({ fetch: async () => Response.json(answer) });
  return createAccountClient(base.url, { ...ports, listMs: 50 }, () =>
    createKeySession(new Secret('k')),
  );
}

type Client = ReturnType<typeof clientOf>;
const ID = '3f2a0101-0c1d-4e5f-8a9b-0123456789ab';
const RANGE = { from: '2026-11-01', to: '2026-11-02' };

test.each<readonly [string, 'isRead' | 'mayFail', (client: Client) => Promise<unknown>]>([
  ['/vms/{vm_id}', 'isRead', (client) => client.getVm(ID)],
  ['/billing/current-spend', 'isRead', (client) => client.currentSpend()],
  ['/billing/usage', 'isRead', (client) => client.loggedUsage(RANGE)],
  ['/vms', 'mayFail', (client) => client.listVms()],
])('reads every answer of GET %s that the document allows', async (path, outcome, read) => {
  await fc.assert(
    fc.asyncProperty(answersOf(path, 'get', '200'), async (answer) => {
      try {
        expect(await read(clientOf(answer))).toBeTypeOf('object');
      } catch (error) {
        if (outcome === 'isRead' || !(error instanceof ServiceError)) throw error;
      }
    }),
    { numRuns: 60 },
  );
});
