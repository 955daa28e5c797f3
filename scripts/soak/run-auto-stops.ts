import { ACTING_PROGRAMS } from '../../src/shared/acting/acting.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import { startWorld } from '../world/world.ts';
import {
  AFTERMATH_MS,
  type AutoStops,
  type Box,
  limitOf,
  startAutoStops,
} from './auto-stop-fleet.ts';
import { type Trouble, troublesOf } from './auto-stop-troubles.ts';
import { type Chance, createChance, seededRandom } from './chance.ts';
import type { Judged } from './report.ts';

const PAUSE_MS = 8 * MINUTE_MS;

/** The acts of a user on a VM. */
async function actOn(box: Box, autoStops: AutoStops, chance: Chance): Promise<void> {
  // Work ends, so that an idle time can.
  if (chance.random() < 0.4) autoStops.idle(box);
  if (autoStops.judge.isSet(box.name)) return;
  const status = autoStops.record(box)?.status;
  if (status === 'running') {
    const name = chance.pick(autoStops.programs.names());
    await autoStops.set(name, box, limitOf(chance, autoStops.wall()));
  }
  if (status === 'stopped') autoStops.startBox(box);
}

/**
 * Auto-stops of all kinds by the app and `gpu-tray watch` on one settings folder, each killed now and then, against records that disagree
 * with lists, refused stops, clocks that jump and sleeps; and what both send to a receiver that is slow, full or down.
 */
export async function runAutoStops(hours: number, seed: number): Promise<Judged> {
  const random = seededRandom(seed, 5);
  const chance = createChance(random);
  const world = await startWorld({ vms: 0 }, { random });
  const autoStops = await startAutoStops(world, seed);
  try {
    const { time, judge, boxes, computer, pass } = autoStops;
    const troubles = Object.entries<Trouble>(troublesOf(autoStops, chance));
    const next = chance.deck(troubles);
    const seen = new Set<string>();
    const endsAt = time.now() + hours * HOUR_MS;
    for (const box of boxes) autoStops.startBox(box);
    await pass(2 * MINUTE_MS);
    while (time.now() < endsAt) {
      for (const box of boxes) await actOn(box, autoStops, chance);
      await pass(chance.around(PAUSE_MS) + MINUTE_MS);
      const [name, hinder] = next();
      seen.add(name);
      const box = chance.pick(boxes);
      const ms = chance.pick([1, 4, 11]) * MINUTE_MS;
      computer.troubledUntil = time.now() + ms;
      const end = await hinder(box, ms);
      await pass(ms);
      autoStops.clearFaults();
      if (typeof end === 'function') await end();
      await autoStops.startAll();
      computer.troubledUntil = time.now();
    }
    await pass(AFTERMATH_MS);
    for (const name of ACTING_PROGRAMS) await autoStops.programs.stop(name);
    const { findings, sets, stops } = judge.result();
    const { findings: ofMessages, counts } = autoStops.messages;
    const sent = counts();
    const least = Math.floor(hours);
    return {
      findings: [...findings, ...autoStops.wrong, ...ofMessages],
      rows: [
        { name: 'Kinds of trouble', found: seen.size, least: Math.min(troubles.length, least) },
        { name: 'Kills', found: autoStops.kills(), least: Math.floor(hours / 4) },
        { name: 'No program acted, or both did', found: autoStops.wrong.length, most: 0 },
        { name: 'Auto-stops', found: sets, least },
        { name: 'Auto-stops that ended wrongly or in silence', found: findings.length, most: 0 },
        { name: 'Stops at the end of an auto-stop', found: stops, least: Math.floor(hours / 2) },
        { name: 'Messages', found: sent.taken, least },
        { name: 'Messages lost, repeated or late in silence', found: ofMessages.length, most: 0 },
        { name: 'Messages sent again', found: sent.repeated, most: autoStops.kills() },
      ],
    };
  } finally {
    for (const name of ACTING_PROGRAMS) await autoStops.programs.kill(name);
    autoStops.receiver.close();
    await world.close();
  }
}
