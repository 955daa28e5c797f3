import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ServiceError } from '../service-error.ts';
import {
  offerSchema,
  readItems,
  readRecord,
  SPEND_KEYS,
  spendSchema,
  tokensSchema,
  USAGE_KEYS,
  usageSchema,
  vmSchema,
} from './index.ts';

const SCHEMAS: readonly [string, z.ZodType, readonly string[]][] = [
  ['VM', vmSchema, ['id']],
  ['spend', spendSchema, SPEND_KEYS],
  ['usage', usageSchema, USAGE_KEYS],
  ['tokens', tokensSchema, ['access_token']],
  ['offer', offerSchema, ['gpu_type']],
];

const NAMES = [
  ...SPEND_KEYS,
  ...USAGE_KEYS,
  ...['vms', 'id', 'vm_id', 'status', 'access_token', 'gpu_type', 'vmid', '__proto__'],
];

const json = fc.jsonValue({ maxDepth: 2 });
const record = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(json, fc.double()), {
  maxKeys: 8,
});

/** JSON of any form, more often than not with the names that the schemas look for. */
const lookalike = fc.oneof(
  json,
  record,
  fc.dictionary(fc.constantFrom(...NAMES), fc.array(record, { maxLength: 3 }), { maxKeys: 3 }),
);

describe('whatever the JSON', () => {
  it('no schema throws', () => {
    fc.assert(
      fc.property(lookalike, (value) => {
        for (const [, schema] of SCHEMAS) schema.safeParse(value);
      }),
      { numRuns: 500 },
    );
  });

  it.each(SCHEMAS)('a record of %s is read, or refused as incompatible', (_, schema, telling) => {
    let refused = 0;
    let read = 0;
    fc.assert(
      fc.property(lookalike, (value) => {
        try {
          expect(typeof readRecord(schema, value, 'GET /x', telling)).toBe('object');
          read += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
          expect(error).toHaveProperty('problem.kind', 'incompatible');
          refused += 1;
        }
      }),
      {
        numRuns: 200,
        examples: [
          [{ id: 'a', status: 'x', access_token: 'x', gpu_type: 1, total_cost: 1, hourly_rate: 1 }],
        ],
      },
    );
    expect(read).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('readRecord', () => {
  it.each([null, undefined, 'canary', 7, [], [{ total_per_hour: 1 }], {}, { name: 'canary' }])(
    'does not take %j for a spend',
    (body) => {
      const read = () => readRecord(spendSchema, body, 'GET /billing/current-spend', SPEND_KEYS);
      expect(read).toThrow('Unexpected response to GET /billing/current-spend');
      expect(read).not.toThrow('canary');
    },
  );

  it('does not look at what an object inherits', () => {
    const body: unknown = Object.create({ total_per_hour: 1 });
    expect(() => readRecord(spendSchema, body, 'GET /x', SPEND_KEYS)).toThrow(ServiceError);
  });
});

describe('readItems', () => {
  it('keeps what can be read, in order, and counts the rest', () => {
    const list = [{ id: 'a', status: 'running' }, null, { id: '..' }, 7, { id: 'b', status: 'x' }];
    const { read, skipped } = readItems(vmSchema, list);
    expect(read.map((vm) => vm.id)).toEqual(['a', 'b']);
    expect(skipped).toBe(3);
  });
});

describe('an offer', () => {
  it('keeps plain values under their own names', () => {
    expect(
      offerSchema.parse({ gpu_type: '4090', price: 0.39, spot: true, note: null, at: '' }),
    ).toEqual({ gpu_type: '4090', price: 0.39, spot: true, note: null, at: '' });
  });

  it('leaves out what is not plain', () => {
    expect(offerSchema.parse({ a: [1], b: { c: 1 }, d: 1 })).toEqual({ d: 1 });
  });

  it('does not let a record change what objects are', () => {
    const offer = offerSchema.parse(JSON.parse('{"__proto__":{"polluted":1},"price":1}'));
    expect(offer).toEqual({ price: 1 });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Reflect.get(offer, 'polluted')).toBeUndefined();
  });

  it.each([null, 'text', 7, [1, 2]])('is not %j', (value) => {
    expect(offerSchema.safeParse(value).success).toBe(false);
  });
});
