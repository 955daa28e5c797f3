import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { manualClock, type SimulatorClock } from '../clock.ts';
import { currentSpend, spentUntil } from './billing.ts';
import { enter, type World } from './lifecycle.ts';
import { type Micros, toMicros } from './money.ts';
import { usageBetween } from './usage.ts';
import { STATUSES } from './vm.ts';
import { createWorld, present } from './world.ts';

const DAY = 86_400_000;

/** A VM changes its status after some time. */
const event = fc.record({
  afterSeconds: fc.double({ min: 0, max: 200_000, noNaN: true }),
  vm: fc.nat(1000),
  status: fc.constantFrom(...STATUSES),
});

const story = fc.record({
  seed: fc.nat(1000),
  vms: fc.integer({ min: 0, max: 15 }),
  events: fc.array(event, { maxLength: 12 }),
});

type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function play(story: Story): {
  world: World;
  clock: SimulatorClock;
  start: number;
} {
  const clock = manualClock();
  const start = clock.now();
  const world = createWorld(story.seed, story.vms, clock);
  const { vms } = world.accounts[0];
  for (const { afterSeconds, vm, status } of story.events) {
    clock.advance(afterSeconds * 1000);
    const now = present(world);
    const chosen = vms[vm % Math.max(vms.length, 1)];
    if (chosen) enter(chosen, status, now);
  }
  clock.advance(3_600_000);
  present(world);
  return { world, clock, start };
}

function sum(amounts: readonly number[]): Micros {
  return amounts.reduce((total, amount) => total + toMicros(amount), 0);
}

describe('costs', () => {
  test('add up: logs, their parts, breakdown and total', () => {
    fc.assert(
      fc.property(story, fc.nat(60), fc.nat(10), (drawn, daysBack, length) => {
        const { world, clock } = play(drawn);
        const from = (Math.floor(clock.now() / DAY) - daysBack) * DAY;
        const to = Math.min(from + (length + 1) * DAY, clock.now());
        const usage = usageBetween(world.accounts[0].vms, from, to);
        const total = toMicros(usage.total_cost);
        expect(sum(usage.logs.map((entry) => entry.total_cost))).toBe(total);
        expect(sum(usage.vm_breakdown.map((entry) => entry.cost))).toBe(total);
        for (const entry of usage.logs) {
          expect(sum([entry.gpu_cost, entry.storage_cost, entry.network_cost])).toBe(
            toMicros(entry.total_cost),
          );
        }
        for (const { vm_id, cost } of usage.vm_breakdown) {
          const own = usage.logs.filter((entry) => entry.vm_id === vm_id);
          expect(sum(own.map((entry) => entry.total_cost))).toBe(toMicros(cost));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('of a period are those of its days', () => {
    fc.assert(
      fc.property(story, fc.integer({ min: 1, max: 50 }), (drawn, days) => {
        const { world, clock } = play(drawn);
        const { vms } = world.accounts[0];
        const end = clock.now();
        const from = (Math.floor(end / DAY) - days) * DAY;
        let byDay: Micros = 0;
        for (let day = from; day < end; day += DAY) {
          byDay += toMicros(usageBetween(vms, day, Math.min(day + DAY, end)).total_cost);
        }
        expect(byDay).toBe(toMicros(usageBetween(vms, from, end).total_cost));
      }),
      { numRuns: 40 },
    );
  });

  test('accrue at the current rate while nothing changes', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 20 }), (seed, vms) => {
        const clock = manualClock();
        const [account] = createWorld(seed, vms, clock).accounts;
        const start = clock.now();
        const perHour = toMicros(currentSpend(account.vms, start).total_per_hour);
        const later = start + 6 * 3_600_000;
        const spent = spentUntil(account.vms, later) - spentUntil(account.vms, start);
        // GPU and disk of each VM are rounded down: less than a micro-dollar each, at both ends.
        expect(Math.abs(spent - 6 * perHour)).toBeLessThanOrEqual(2 * vms);
      }),
      { numRuns: 40 },
    );
  });
});
