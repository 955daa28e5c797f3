import { isIPv4 } from 'node:net';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { nextPhase } from './lifecycle.ts';
import { uuid } from './seeded.ts';
import { currentPhase, STATUSES } from './vm.ts';
import { createWorld } from './world.ts';

const NOW = manualClock().now();

function fleet(seed: number, vms: number) {
  return createWorld(seed, vms, manualClock()).accounts[0].vms;
}

describe('the fleet', () => {
  test('gives each of 10,000 VMs its own id, number and loopback address', () => {
    const world = createWorld(1, 10_000, manualClock());
    const vms = world.accounts.flatMap((account) => account.vms);
    expect(new Set(vms.map((vm) => vm.id)).size).toBe(vms.length);
    expect(new Set(vms.map((vm) => vm.vmid)).size).toBe(vms.length);
    expect(new Set(vms.map((vm) => vm.ip)).size).toBe(vms.length);
    expect(vms.every((vm) => isIPv4(vm.ip) && vm.ip.startsWith('127.'))).toBe(true);
  });

  test('covers every status, GPU type, count and rental type, whatever the seed', () => {
    for (const seed of [1, 2, 3]) {
      const vms = fleet(seed, 400);
      expect(new Set(vms.map((vm) => currentPhase(vm).status))).toEqual(new Set(STATUSES));
      expect(new Set(vms.map((vm) => vm.order.node.gpuType)).size).toBe(3);
      expect(new Set(vms.map((vm) => vm.order.gpuCount)).size).toBe(4);
      expect(new Set(vms.map((vm) => vm.order.rentalType)).size).toBe(3);
      expect(vms.some((vm) => vm.order.label === null)).toBe(true);
    }
  });

  test('has phases in order and in the past', () => {
    for (const vm of fleet(5, 2000)) {
      const times = vm.phases.map((phase) => phase.from);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(NOW);
      expect(nextPhase(vm)?.from ?? Infinity).toBeGreaterThan(NOW);
    }
  });
});

describe('seeded choices', () => {
  test('produce distinct UUIDs of version 4', () => {
    const made = Array.from({ length: 5000 }, (_, seed) => uuid(seed));
    expect(new Set(made).size).toBe(5000);
    for (const id of made) {
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }
  });
});
