import { ACTING_PROGRAMS, type ActingProgram } from '../../src/shared/acting/acting.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import { startWorld } from '../world/world.ts';
import { AFTERMATH_MS, type AutoStops, type Box, startAutoStops } from './auto-stops.ts';
import { type Chance, createChance } from './chance.ts';
import { type Judged, none } from './report.ts';

/** Hinders the programs. Returns, as a function, its end, apart from faults and programs that do not run. */
type Trouble = (box: Box, ms: number) => unknown;

function troublesOf(autoStops: AutoStops, chance: Chance) {
  const { programs, control, time, computer, kill, sender } = autoStops;
  const { isRunning, startBox } = autoStops;

  /** Only the app has a desktop that reports it. */
  async function sleepFor(ms: number, meanwhile = () => {}): Promise<void> {
    programs.each(({ suspended }, name) => name === 'app' && suspended());
    computer.isAwake = false;
    time.sleep(ms / 2);
    meanwhile();
    time.sleep(ms / 2);
    await time.pass(0);
    programs.each(({ resumed }, name) => name === 'app' && resumed());
    computer.isAwake = true;
    // From then on, idle times are counted anew.
    computer.troubledUntil = time.now();
  }

  function jump(aheadMs: number): void {
    computer.aheadMs = aheadMs;
    autoStops.judge.jumped();
  }

  const end = (name: ActingProgram) => (chance.random() < 0.3 ? programs.stop(name) : kill(name));

  return {
    /** The record says something else than the list, or is missing. */
    record({ id }) {
      const record = control.vms().find((vm) => vm.id === id);
      const lie = { ...record, status: chance.pick(['stopped', 'destroyed', 'interrupted']) };
      const [status, body] = chance.pick([
        [404, null],
        [200, lie],
      ] as const);
      control.addFault({ path: `/vms/${id}`, fault: { kind: 'answer', body, status } });
    },
    list({ id }) {
      const body = control.vms().map((vm) => (vm.id === id ? { ...vm, status: 'stopped' } : vm));
      control.addFault({ path: '/vms', query: { limit: '500' }, fault: { kind: 'answer', body } });
    },
    refusal({ id }) {
      control.addFault({
        path: `/machines/${id}`,
        times: 2,
        fault: { kind: 'status', status: 500 },
      });
    },
    lostAnswer({ id }) {
      control.addFault({ path: `/machines/${id}`, times: 1, fault: { kind: 'drop-answer' } });
    },
    clock() {
      jump(chance.pick([-90, -7, 7, 90]) * MINUTE_MS);
      return () => chance.random() < 0.5 && jump(0);
    },
    sleep: (_, ms) => sleepFor(ms * 4),
    otherRun: (box) =>
      sleepFor(HOUR_MS, () => {
        if (!isRunning(box)) return;
        control.setVm(box.id, { status: 'stopped' });
        startBox(box);
      }),
    interruption(box) {
      if (!isRunning(box)) return null;
      control.setVm(box.id, { status: 'interrupted' });
      return () => control.setVm(box.id, { status: 'running' });
    },
    /** Neither runs: nothing stops a VM until the next start. */
    async bothOff(_, ms) {
      for (const name of programs.names()) await end(name);
      time.sleep(ms);
      await programs.startAll();
    },
    /** It may have been killed before. */
    oneOff: () => end(chance.pick(ACTING_PROGRAMS)),
    /** The service carries out the next stop; its sender is killed before it has an answer. */
    killAtStop() {
      sender.isKilledAtStop = true;
    },
    /** Its end comes during a sleep, without an announcement. */
    killAtStopAfterSleep() {
      sender.isKilledAtStop = true;
      autoStops.clearFaults();
      return sleepFor(HOUR_MS);
    },
    offline() {
      programs.each(({ online }) => online(false));
      return () => programs.each(({ online }) => online(true));
    },
  } satisfies Record<string, Trouble>;
}

/**
 * Auto-stops by the app and `gpu-tray watch` on one settings folder, each killed now and then, against records that disagree with
 * lists, refused stops, clocks that jump and sleeps.
 */
export async function runAutoStops(hours: number, seed: number): Promise<Judged> {
  const chance = createChance(seed, 5);
  const world = await startWorld({ vms: 0 }, { random: chance.random });
  const autoStops = await startAutoStops(world, seed);
  const { time, judge, boxes, computer, pass, programs, wrong } = autoStops;
  try {
    const troubles = Object.entries<Trouble>(troublesOf(autoStops, chance));
    const next = chance.deck(troubles);
    const kinds = new Set<string>();
    const endsAt = time.now() + hours * HOUR_MS;
    await pass(2 * MINUTE_MS);
    while (time.now() < endsAt) {
      for (const box of boxes) await autoStops.actOn(box, chance);
      await pass(chance.around(8 * MINUTE_MS) + MINUTE_MS);
      const [name, hinder] = next();
      kinds.add(name);
      const ms = chance.pick([1, 4, 11]) * MINUTE_MS;
      computer.troubledUntil = time.now() + ms;
      const end = await hinder(chance.pick(boxes), ms);
      await pass(ms);
      autoStops.clearFaults();
      if (typeof end === 'function') end();
      await programs.startAll();
      computer.troubledUntil = time.now();
    }
    await pass(AFTERMATH_MS);
    const stops = judge.all.filter(({ stoppedAt }) => stoppedAt !== null);
    const least = Math.floor(hours);
    return {
      findings: [...judge.findings, ...wrong],
      rows: [
        { name: 'Kinds of trouble', found: kinds.size, least: Math.min(troubles.length, least) },
        { name: 'Kills', found: autoStops.kills(), least: Math.floor(hours / 4) },
        none('No program acted, or both did', wrong),
        { name: 'Auto-stops', found: judge.all.length, least },
        none('Auto-stops that ended wrongly or in silence', judge.findings),
        {
          name: 'Stops at the end of an auto-stop',
          found: stops.length,
          least: Math.floor(hours / 2),
        },
      ],
    };
  } finally {
    for (const name of ACTING_PROGRAMS) await programs.stop(name);
    await world.close();
  }
}
