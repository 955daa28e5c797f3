import { expect, test } from 'vitest';
import { inStatus, makeRates } from '../domain/testing/records.ts';
import { NOT_BILLED, rateOf, type Vm, type VmHindrance, type VmProvided } from '../domain/vm.ts';
import { type FieldValue, vmFields } from './vm-fields.ts';

const OTHER: Pick<Vm, 'phase' | 'effects' | 'facts' | 'defaultName' | 'rates' | 'billed'> = {
  phase: 'unknown',
  effects: {},
  facts: {},
  defaultName: 'vm-101',
  rates: makeRates({}),
  billed: NOT_BILLED,
};

/** Every field of all providers with a unique value; `Required` ensures that none is missing. */
const FULL: Required<Omit<Vm, keyof (VmProvided & VmHindrance) | 'lastSeen' | keyof typeof OTHER>> =
  {
    id: 'the-id',
    label: 'the-label',
    gpuType: 'the-gpu',
    gpuCount: 103,
    storageGb: 104,
    ramGb: 105,
    cpuCores: 106,
    ipAddress: '203.0.113.7',
    status: 'the-status',
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-02T00:00:00Z',
    stoppedAt: '2026-01-03T00:00:00Z',
    autoRestart: true,
    cpuPercent: 21,
    ramPercent: 22,
    cpuModel: 'the-cpu',
  };

function shown(value: FieldValue | null): string | number | null {
  if (value === null || typeof value === 'string') return value;
  return 'iso' in value ? value.iso : value.perHour;
}

const valuesOf = (vm: Omit<Vm, keyof typeof OTHER>) =>
  vmFields({ ...vm, ...OTHER }, null).flatMap(({ fields }) =>
    fields.map(([, value]) => shown(value)),
  );

const NAMES = Object.keys(FULL).filter((name): name is keyof typeof FULL => name in FULL);

test.each(NAMES)('shows the field %s', (name) => {
  const value = FULL[name];
  const text = String(value === true ? 'yes' : value);
  const matching = valuesOf(FULL).filter((other) =>
    [text, `${text} GB`, `${text}%`].includes(String(other)),
  );
  expect(matching).toHaveLength(1);
});

/** Without values: the rate of a running VM, its parts, and the network. */
const RATES = 4;

/** When stopped, GPU load and the end of a contract. */
const OF_OTHER_PROVIDERS = 3;

test('shows nothing else but rates, under unique names', () => {
  const names = vmFields({ ...FULL, ...OTHER }, null).flatMap(({ title, fields }) =>
    fields.map(([name]) => `${title} ${name}`),
  );
  expect(names).toHaveLength(NAMES.length + RATES + OF_OTHER_PROVIDERS);
  expect(new Set(names).size).toBe(names.length);
});

test.each([
  ['running', 3.6],
  ['stopped', 0.12],
])('of a %s VM, the spend counts over the record', (status, gpu) => {
  const parts = { gpuPerHour: 3.6, storagePerHour: 0.1, networkPerHour: 0.05 };
  const billed = { ...NOT_BILLED, ...parts };
  const rates = makeRates({
    running: rateOf(0.11),
    stopped: rateOf(0.05),
    gpuPerHour: 0.12,
    storagePerHour: 0.13,
  });
  const [price] = vmFields({ ...FULL, ...OTHER, rates, billed, ...inStatus(status) });
  expect(price?.fields).toEqual([
    ['When running', { perHour: 0.11 }],
    ['When stopped', { perHour: 0.05 }],
    ['GPU', { perHour: gpu }],
    ['Storage', { perHour: 0.1 }],
    ['Network', { perHour: 0.05 }],
  ]);
});

test('shows what a provider sends beside', () => {
  const vm: Vm = {
    ...FULL,
    ...OTHER,
    gpuPercents: [94, 0],
    facts: { Node: 'the-node', Owner: 7, Reservation: null },
  };
  const fields = new Map(vmFields(vm, null).flatMap(({ fields: all }) => all));
  const names = ['GPU load', ...Object.keys(vm.facts)];
  expect(names.map((name) => fields.get(name))).toEqual([...['94%, 0%', 'the-node', '7', null]]);
});
