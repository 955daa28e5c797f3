import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRates, VM_STATUSES } from '../../../../shared/domain/testing/records.ts';
import { NOT_BILLED, type Vm } from '../../../../shared/domain/vm.ts';
import { parsed } from '../../testing/parsed.ts';
import { vmSchema } from './vm.ts';

const WIRE = {
  id: '0f9d2c4e-1111-4222-8333-444455556666',
  vmid: 107,
  user_id: 3,
  node: 'vm02',
  instance_label: 'train-1',
  gpu_type: '4090',
  gpu_count: 2,
  storage_gb: 200,
  ram_gb: 128,
  cpu_cores: 32,
  ip_address: '192.0.2.7',
  status: 'running',
  created_at: '2026-03-01T11:00:00Z',
  started_at: '2026-03-01T11:02:00Z',
  stopped_at: null,
  rental_type: 'on_demand',
  reservation_id: null,
  auto_restart: false,
  hourly_rate: 0.78,
  gpu_hourly_rate: 0.7,
  storage_hourly_rate: 0.08,
  cpu_percent: 12.5,
  ram_percent: 40,
  cpu_model: 'EPYC 7543',
  pcie_gen: '4.0',
};

const { id, status } = WIRE;

const flat = ({ facts, order, rates, billed: _, ...vm }: Vm) => ({
  ...vm,
  ...facts,
  ...order,
  ...rates,
});

describe('a VM record', () => {
  test('is read field by field', () => {
    expect(parsed(vmSchema, WIRE)).toEqual({
      billed: NOT_BILLED,
      id,
      defaultName: 'vm-107',
      label: 'train-1',
      gpuType: '4090',
      gpuCount: 2,
      storageGb: 200,
      ramGb: 128,
      cpuCores: 32,
      ipAddress: '192.0.2.7',
      status: 'running',
      phase: 'running',
      createdAt: '2026-03-01T11:00:00Z',
      startedAt: '2026-03-01T11:02:00Z',
      stoppedAt: null,
      autoRestart: false,
      rates: makeRates({
        running: { perHour: 0.78, isAtLeast: false },
        gpuPerHour: 0.7,
        storagePerHour: 0.08,
      }),
      cpuPercent: 12.5,
      ramPercent: 40,
      cpuModel: 'EPYC 7543',
      order: { node: 'vm02', rental: 'on_demand' },
      facts: {
        ...{ Number: 107, Node: 'vm02', Owner: 3, Rental: 'on demand', Reservation: null },
        ...{ 'PCIe generation': '4.0' },
      },
      effects: {
        stop: {
          isWhole: true,
          keeps: [{ path: '/', sizeGb: null, perHour: null, isNetwork: false }],
          notes: ['Running programs end, and its IP address may change.'],
        },
        destroy: { keeps: [], notes: ['Its IP address is lost.'] },
      },
    });
  });

  test.each([
    ['on_demand', false],
    ['interruptible', true],
  ])('that is %s says of a stop whether its GPU may be lost: %s', (rental_type, isSaid) => {
    const { stop } = parsed(vmSchema, { ...WIRE, rental_type }).effects;
    expect(stop?.notes.some((note) => note.includes('not get this GPU back'))).toBe(isSaid);
  });

  test('has null for everything but an id and a status', () => {
    const { effects: _, phase, ...rest } = flat(parsed(vmSchema, { id, status }));
    expect(phase).toBe('running');
    const known = Object.values(rest).filter((each) => each !== null);
    expect(known).toEqual([id, status]);
  });

  test.each(VM_STATUSES)('with the documented status %s has it as its phase', (word) => {
    expect(parsed(vmSchema, { id, status: word })).toMatchObject({ phase: word, status: word });
  });

  test.each(['migrating', 'RUNNING', 'unconfirmed', 'toString', '__proto__', 'x'.repeat(100)])(
    'keeps the status %s, whose phase is unknown',
    (word) => {
      expect(parsed(vmSchema, { id, status: word })).toMatchObject({
        phase: 'unknown',
        status: word,
      });
    },
  );

  test.each([undefined, null, '', 7, true, [], 'x'.repeat(101)])(
    'is refused with the status %j',
    (word) => {
      expect(vmSchema({ id, status: word })).toBeNull();
    },
  );

  test.each(['0f9d2c4e', 'vm_1', '-x', 'a.b:c', 'a..b', 'x'.repeat(128)])(
    'accepts the id %s',
    (name) => {
      expect(parsed(vmSchema, { id: name, status }).id).toBe(name);
    },
  );

  test.each([
    '',
    '.',
    '..',
    '../../../service/billing',
    'a\\b',
    'a%2fb',
    'a\n',
    '\u202ea',
    'x'.repeat(200),
    null,
    undefined,
  ])('refuses the id %j', (name) => {
    expect(vmSchema({ id: name, status })).toBeNull();
  });

  test.each([
    ['4090', '4090'],
    [4090, '4090'],
    [null, null],
    [{ name: '4090' }, null],
  ])('reads the GPU type %j as %j', (wire, gpuType) => {
    expect(parsed(vmSchema, { id, status, gpu_type: wire }).gpuType).toBe(gpuType);
  });

  test.each([
    ['0.78', 0.78],
    ['1000000000', 1_000_000_000],
    ['-0.01', null],
    ['1e10', null],
    ['"0.78"', null],
    ['null', null],
  ])('reads the amount %s as %j', (json, amount) => {
    const wire: unknown = JSON.parse(
      `{"id":"${id}","status":"running","hourly_rate":${json},"gpu_hourly_rate":${json},"storage_hourly_rate":${json}}`,
    );
    const vm = parsed(vmSchema, wire);
    const { running, gpuPerHour, storagePerHour } = vm.rates;
    const amounts = [running?.perHour ?? null, gpuPerHour, storagePerHour];
    expect(amounts).toEqual([amount, amount, amount]);
  });

  test.each([
    [100, 100],
    [-1, null],
    [101, null],
    ['50', null],
  ])('reads the percentage %j as %j', (wire, percent) => {
    const vm = parsed(vmSchema, { id, status, cpu_percent: wire, ram_percent: wire });
    expect([vm.cpuPercent, vm.ramPercent]).toEqual([percent, percent]);
  });

  test.each([2.5, -1, '2', 1e300])('ignores the count %j', (wire) => {
    const vm = parsed(vmSchema, { id, status, gpu_count: wire, storage_gb: wire, vmid: wire });
    const counts = [vm.gpuCount, vm.storageGb, vm.defaultName, vm.facts['Number']];
    expect(counts.every((count) => count === null)).toBe(true);
  });

  test('reads each field regardless of broken others', () => {
    const names = Object.keys(WIRE).filter((name) => name !== 'id' && name !== 'status');
    const broken = fc.dictionary(
      fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(broken, fc.constantFrom(...names), (spoilt, spared) => {
        const wire: unknown = JSON.parse(
          JSON.stringify({ ...WIRE, ...spoilt, id, status, [spared]: Reflect.get(WIRE, spared) }),
        );
        const vm = flat(parsed(vmSchema, wire));
        expect([vm.id, vm.status]).toEqual([id, status]);
        const alone = flat(parsed(vmSchema, { id, status, [spared]: Reflect.get(WIRE, spared) }));
        for (const [field, value] of Object.entries(alone))
          if (value !== null) expect(Reflect.get(vm, field)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });
});
