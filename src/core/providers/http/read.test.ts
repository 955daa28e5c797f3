import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokensSchema } from '../rental/sign-in.ts';
import { SPEND_KEYS, spendSchema, USAGE_KEYS, usageSchema } from '../rental/wire/billing.ts';
import { vmSchema } from '../rental/wire/vm.ts';
import { readItems, readRecord, type Schema } from './read.ts';
import { ServiceError } from './service-error.ts';

const SCHEMAS: readonly [string, Schema<unknown>, readonly string[]][] = [
  ['VM', vmSchema, ['id']],
  ['spend', spendSchema, SPEND_KEYS],
  ['usage', usageSchema(true), USAGE_KEYS],
  ['tokens', tokensSchema, ['access_token']],
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

/** Random JSON, mostly with the names of the schemas. */
const lookalike = fc.oneof(
  json,
  record,
  fc.dictionary(fc.constantFrom(...NAMES), fc.array(record, { maxLength: 3 }), { maxKeys: 3 }),
);

describe('arbitrary JSON', () => {
  test.each(SCHEMAS)('is read as a record of %s or refused as incompatible', (_, schema, keys) => {
    let refused = 0;
    let read = 0;
    fc.assert(
      fc.property(lookalike, (value) => {
        try {
          expect(typeof readRecord(schema, { json: value, endpoint: 'GET /x' }, keys)).toBe(
            'object',
          );
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

describe('a long text', () => {
  const long = `${'x'.repeat(4_094)}🙂${'x'.repeat(100_000)}`;

  test('is cut at 4,096 characters, never within one, and marked as cut', () => {
    const labelOf = (label: string) =>
      vmSchema({ id: 'a', status: 'x', instance_label: label })?.label;
    expect(labelOf(long)).toBe(`${'x'.repeat(4_094)}…`);
    expect(labelOf('x'.repeat(4_096))).toBe('x'.repeat(4_096));
  });

  const sent = (...names: string[]) => Object.fromEntries(names.map((name) => [name, long]));
  test.each<[string, Schema<unknown>, object]>([
    [
      'a VM',
      vmSchema,
      {
        ...sent('node', 'instance_label', 'gpu_type', 'ip_address', 'cpu_model', 'pcie_gen'),
        ...sent('created_at', 'started_at', 'stopped_at', 'rental_type', 'reservation_id'),
        ...{ id: 'a', status: 'x' },
      },
    ],
    [
      'a spend',
      spendSchema,
      { ...sent('last_updated'), vms: [{ vm_id: 'a', ...sent('gpu_type') }] },
    ],
    [
      'a usage report',
      usageSchema(true),
      {
        ...sent('period_start', 'period_end'),
        logs: [sent('vm_id', 'timestamp')],
        vm_breakdown: [{ vm_id: 'a', ...sent('gpu_model') }, sent('vm_id')],
      },
    ],
  ])('is cut in all fields of %s', (_, schema, body) => {
    const read = JSON.stringify(schema(body));
    expect(read).toContain('x…"');
    expect(read).not.toContain('x'.repeat(4_097));
  });

  test('is refused as a token', () => {
    expect(tokensSchema({ access_token: long })).toBeNull();
    const tokens = tokensSchema({ access_token: 'x', refresh_token: long });
    expect(tokens).toHaveProperty('refresh', null);
  });
});

describe('readRecord', () => {
  test.each([null, undefined, 'canary', 7, [], [{ total_per_hour: 1 }], {}, { name: 'canary' }])(
    'refuses %j as a spend',
    (body) => {
      const read = () =>
        readRecord(spendSchema, { json: body, endpoint: 'GET /billing/current-spend' }, SPEND_KEYS);
      expect(read).toThrow('Unexpected response to GET /billing/current-spend');
      expect(read).not.toThrow('canary');
    },
  );
});

describe('readItems', () => {
  test('keeps readable items in order and counts the others', () => {
    const list = [{ id: 'a', status: 'running' }, null, { id: '..' }, 7, { id: 'b', status: 'x' }];
    const { read, skipped } = readItems(vmSchema, list);
    expect(read.map((vm) => vm.id)).toEqual(['a', 'b']);
    expect(skipped).toBe(3);
  });
});
