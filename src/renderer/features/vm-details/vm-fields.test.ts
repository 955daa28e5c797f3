import { expect, test } from 'vitest';
import type { Vm } from '../../../shared/domain/index.ts';
import { type FieldValue, vmCost, vmFields } from './vm-fields.ts';

/** Every field with a unique value; `Required` ensures that none is missing. */
const FULL: Required<Vm> = {
  id: 'the-id',
  vmid: 101,
  userId: 102,
  node: 'the-node',
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
  rentalType: 'the-rental',
  reservationId: 'the-reservation',
  autoRestart: true,
  hourlyRate: 0.11,
  gpuHourlyRate: 0.12,
  storageHourlyRate: 0.13,
  cpuPercent: 21,
  ramPercent: 22,
  cpuModel: 'the-cpu',
  pcieGen: 'the-pcie',
};

function shown(value: FieldValue): string | number | null {
  if (value === null || typeof value === 'string') return value;
  return 'iso' in value ? value.iso : value.perHour;
}

const groupsOf = (vm: Vm, billed: number | null = null) => [vmCost(vm, billed), ...vmFields(vm)];
const valuesOf = (vm: Vm) =>
  groupsOf(vm).flatMap(({ fields }) => fields.map(([, value]) => shown(value)));

const NAMES = Object.keys(FULL).filter((name): name is keyof Vm => name in FULL);

test.each(NAMES)('shows the field %s', (name) => {
  const value = FULL[name];
  const text = String(value === true ? 'yes' : value);
  const matching = valuesOf(FULL).filter(
    (other) => String(other) === text || String(other).startsWith(`${text} `),
  );
  expect(matching).toHaveLength(1);
});

test('shows nothing else but the billed rate, under unique names', () => {
  const names = groupsOf(FULL).flatMap(({ title, fields }) =>
    fields.map(([name]) => `${title} ${name}`),
  );
  expect(names).toHaveLength(NAMES.length + 1);
  expect(new Set(names).size).toBe(names.length);
});

test('starts with the billed rate, not the price', () => {
  const [billed] = vmCost(FULL, 0.07).fields;
  expect(billed).toEqual(['Billed now', { perHour: 0.07 }]);
});

test('shows unknown values as null, never as zero', () => {
  const bare = Object.fromEntries(NAMES.map((name) => [name, null]));
  const values = valuesOf({ ...FULL, ...bare, id: 'the-id', status: 'the-status' });
  expect(values.filter((value) => value !== null)).toEqual(['the-id', 'the-status']);
});
