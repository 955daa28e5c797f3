import { isIPv4 } from 'node:net';
import { describe, expect, it } from 'vitest';
import { standingClock } from '../clock.ts';
import { plainRecord } from './record.ts';
import { STATUSES } from './terms.ts';
import { currentPhase } from './vm.ts';
import { createWorld } from './world.ts';

const NOW = standingClock().now();

function fleet(seed: number, vms: number) {
  return createWorld(seed, vms, standingClock()).accounts[0].vms;
}

function records(seed: number, vms: number) {
  return fleet(seed, vms).map((vm) => plainRecord(vm, NOW));
}

describe('the fleet', () => {
  it('is the same for the same seed and another one for another', () => {
    expect(records(7, 50)).toEqual(records(7, 50));
    expect(records(7, 50)).not.toEqual(records(8, 50));
  });

  it('begins alike whatever its size', () => {
    const few = new Set(records(3, 10).map((vm) => vm.id));
    const many = records(3, 100).filter((vm) => few.has(vm.id));
    expect(many).toEqual(records(3, 10));
  });

  it('gives each of 10,000 VMs its own id, number and loopback address', () => {
    const world = createWorld(1, 10_000, standingClock());
    const vms = world.accounts.flatMap((account) => account.vms);
    expect(new Set(vms.map((vm) => vm.id)).size).toBe(vms.length);
    expect(new Set(vms.map((vm) => vm.vmid)).size).toBe(vms.length);
    expect(new Set(vms.map((vm) => vm.ip)).size).toBe(vms.length);
    expect(vms.every((vm) => isIPv4(vm.ip) && vm.ip.startsWith('127.'))).toBe(true);
  });

  it('has everything there is to see, with several seeds', () => {
    for (const seed of [1, 2, 3]) {
      const vms = fleet(seed, 400);
      expect(new Set(vms.map((vm) => currentPhase(vm).status))).toEqual(new Set(STATUSES));
      expect(new Set(vms.map((vm) => vm.gpuType)).size).toBe(3);
      expect(new Set(vms.map((vm) => vm.gpuCount)).size).toBe(4);
      expect(new Set(vms.map((vm) => vm.rentalType)).size).toBe(3);
      expect(vms.some((vm) => vm.label === null)).toBe(true);
    }
  });

  it('never has phases out of order or in the future', () => {
    for (const vm of fleet(5, 2000)) {
      const times = vm.phases.map((phase) => phase.from);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(NOW);
      if (vm.next) expect(vm.next.from).toBeGreaterThan(NOW);
    }
  });

  it('goes back forty days', () => {
    const oldest = Math.min(...fleet(1, 300).map((vm) => vm.phases[0].from));
    expect((NOW - oldest) / 86_400_000).toBeGreaterThan(40);
  });
});
