import { ACTING_PROGRAMS } from '../../src/shared/acting/acting.ts';
import { clockTime, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { World } from '../world/world.ts';
import { createAutoStopJudge, type Limit, type Moment, type Run } from './auto-stop-judge.ts';
import type { Chance } from './chance.ts';
import { createPrograms } from './programs.ts';
import { stamp } from './report.ts';

const TICK_MS = 10 * SECOND_MS;
/** Until a trouble has no effect any more: the app retries in steps of up to two minutes. */
export const AFTERMATH_MS = 6 * MINUTE_MS;
/** Until the other program acts: it takes over within 30 s. */
const MAX_IDLE_MS = 40 * SECOND_MS;

/** The limit and what a user types for it. @param wall the computer's clock */
function limitOf({ pick }: Chance, wall: number): readonly [Limit, string] {
  const kind = pick(['duration', 'time', 'idle'] as const);
  if (kind === 'idle') return [{ kind, ms: 12 * MINUTE_MS }, 'idle 12m'];
  const minutes = pick([15, 27, 40]);
  if (kind === 'duration') return [{ kind, ms: minutes * MINUTE_MS }, `${minutes}m`];
  const wallAt = new Date(wall + minutes * MINUTE_MS).setSeconds(0, 0);
  return [{ kind, wallAt }, clockTime(wallAt)];
}

/** A VM of the soak of auto-stops. Times are true ms since the epoch. */
export interface Box extends Run {
  readonly id: string;
  readonly name: string;
}

/** The computer with both programs, and three VMs that the soak starts, stops and keeps busy. */
export async function startAutoStops(world: World, seed: number) {
  const { time, control } = world;
  const boxes = ['box-1', 'box-2', 'box-3'].map((name): Box => {
    const { id } = control.createVm({ instance_label: name, status: 'stopped' });
    return { id, name, run: 0, runAt: 0, idleSince: null };
  });
  let killedAt = Number.NEGATIVE_INFINITY;
  const judge = createAutoStopJudge(() => killedAt);
  /** `aheadMs`: how far its clock is ahead. */
  const computer = { aheadMs: 0, isAwake: true, troubledUntil: 0 };
  /** Kills the sender of the next stop before it has an answer. */
  const sender = { isKilledAtStop: false };
  const wrong: string[] = [];
  let idleMs = 0;
  let kills = 0;
  const wall = () => time.now() + computer.aheadMs;
  const statusOf = ({ id }: Box) => control.vms().find((vm) => vm.id === id)?.status;
  const isRunning = (box: Box) => statusOf(box) === 'running';

  async function kill(name = programs.acting()): Promise<void> {
    if (name === null) return;
    kills += 1;
    killedAt = time.now();
    // From then on, idle times are counted anew.
    computer.troubledUntil = Math.max(computer.troubledUntil, killedAt);
    await programs.kill(name);
  }

  const programs = createPrograms(world, {
    ...{ seed, wall },
    onNotified({ events = [] }) {
      for (const event of events) if (event.kind === 'autoStop') judge.notified(event, time.now());
    },
  });
  await programs.begin();
  await programs.startAll();

  function momentOf(box: Box): Moment {
    const at = time.now();
    const states = programs.states();
    const isListed = states.some(({ autoStops }) =>
      Object.keys(autoStops).some((key) => key.endsWith(box.id)),
    );
    return {
      ...{ ...box, at, wall: wall(), isRunning: isRunning(box) },
      isFair: computer.isAwake && at > computer.troubledUntil + AFTERMATH_MS,
      // No program shows it.
      isListed: isListed || states.length === 0,
    };
  }

  function checkPrograms(): void {
    const acting = programs.states().filter(({ actsElsewhere }) => actsElsewhere === null);
    idleMs = programs.names().length > 0 && acting.length === 0 ? idleMs + TICK_MS : 0;
    if (idleMs === MAX_IDLE_MS) wrong.push(`${stamp(time.now())} no program acts`);
    if (acting.length > 1) wrong.push(`${stamp(time.now())} both programs act`);
  }

  function startBox(box: Box): void {
    Object.assign(box, { run: box.run + 1, runAt: time.now(), idleSince: null });
    control.setVm(box.id, { status: 'running' });
    control.setVm(box.id, { cpu_percent: 90, ram_percent: 60 });
  }
  boxes.forEach(startBox);

  return {
    ...{ programs, control, time, judge, boxes, isRunning, startBox },
    ...{ computer, kill, sender, wrong, kills: () => kills },
    clearFaults(): void {
      control.clearFaults();
      if (!sender.isKilledAtStop) return;
      const fault = { kind: 'none' } as const;
      for (const { id } of boxes)
        control.addFault({ path: `/machines/${id}`, times: 1, fault }, async () => {
          if (!sender.isKilledAtStop) return;
          sender.isKilledAtStop = false;
          await kill();
        });
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= TICK_MS) {
        const ran = boxes.filter(isRunning);
        await time.pass(TICK_MS);
        // Nothing else stops a VM meanwhile.
        for (const box of ran) if (!isRunning(box)) judge.stopped(box.name, momentOf(box));
        for (const box of boxes) judge.check(box.name, momentOf(box), TICK_MS);
        checkPrograms();
      }
    },
    /** The acts of a user on a VM: its work ends, so that an idle time can, it starts, or one of the programs stops it later. */
    async actOn(box: Box, chance: Chance): Promise<void> {
      if (chance.random() < 0.4 && box.idleSince === null) {
        control.setVm(box.id, { cpu_percent: 1, ram_percent: 2 });
        box.idleSince = time.now();
      }
      if (judge.isSet(box.name)) return;
      if (statusOf(box) === 'stopped') startBox(box);
      else if (isRunning(box)) {
        const [limit, text] = limitOf(chance, wall());
        const moment = momentOf(box);
        const name = chance.pick(ACTING_PROGRAMS);
        if (await programs.set(name, box.id, text)) judge.set(box.name, limit, moment);
      }
    },
  };
}

export type AutoStops = Awaited<ReturnType<typeof startAutoStops>>;
