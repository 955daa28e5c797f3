import { readFile } from 'node:fs/promises';
import type { Simulator } from '../../simulator/index.ts';
import { ACTING_PROGRAMS, type ActingProgram } from '../../src/shared/acting/acting.ts';
import { clockTime, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { World } from '../world/world.ts';
import { createAutoStopJudge, type Limit, type Moment } from './auto-stop-judge.ts';
import type { Chance } from './chance.ts';
import { createMessageJudge, startReceiver, TICK_MS } from './messages.ts';
import { createPrograms } from './programs.ts';
import { stamp } from './report.ts';

const PROFILE = new URL('../../simulator/profile.json', import.meta.url);
/** Until a trouble has no effect any more: the app retries in steps of up to two minutes. */
export const AFTERMATH_MS = 6 * MINUTE_MS;
/** Until messages arrive at a receiver that takes them, and a program sends: its retries are up to six minutes apart. */
const MAX_WAIT_MS = 15 * MINUTE_MS;
/** Until the other program acts: it takes over within 30 s. */
const MAX_IDLE_MS = 40 * SECOND_MS;

/** The limit and what a user types for it. @param wall the computer's clock */
export function limitOf({ pick }: Chance, wall: number): readonly [Limit, string] {
  switch (pick(['duration', 'time', 'idle', 'spend'] as const)) {
    case 'duration': {
      const minutes = pick([15, 25, 40]);
      return [{ kind: 'duration', ms: minutes * MINUTE_MS }, `${minutes}m`];
    }
    case 'time': {
      const wallAt = new Date(wall + pick([16, 27]) * MINUTE_MS).setSeconds(0, 0);
      return [{ kind: 'time', wallAt }, clockTime(wallAt)];
    }
    case 'idle':
      return [{ kind: 'idle', ms: 12 * MINUTE_MS }, 'idle 12m'];
    case 'spend':
      return [{ kind: 'spend', amount: 0.4 }, 'spend 0.4'];
  }
}

/** A VM of the soak of auto-stops. Times are true ms since the epoch. */
export interface Box {
  readonly id: string;
  readonly name: string;
  /** Another number for each start after a stop; an interruption ends no run. */
  run: number;
  runAt: number;
  /** Null: it works. */
  idleSince: number | null;
}

/** VMs that the soak starts, stops and keeps busy. */
function createBoxes(control: Simulator['control'], now: () => number) {
  const boxes = ['box-1', 'box-2', 'box-3'].map((name): Box => {
    const { id } = control.createVm({ instance_label: name, status: 'stopped' });
    return { id, name, run: 0, runAt: 0, idleSince: null };
  });
  return {
    boxes,
    record: ({ id }: Box) => control.vms().find((vm) => vm.id === id),
    startBox(box: Box): void {
      Object.assign(box, { run: box.run + 1, runAt: now(), idleSince: null });
      control.setVm(box.id, { status: 'running' });
      control.setVm(box.id, { cpu_percent: 90, ram_percent: 60 });
    },
    /** Its work ends. */
    idle(box: Box): void {
      if (box.idleSince !== null) return;
      control.setVm(box.id, { cpu_percent: 1, ram_percent: 2 });
      box.idleSince = now();
    },
  };
}

/** The computer with both programs, the receiver of their messages, and three VMs. */
export async function startAutoStops({ time, control, ...world }: World, seed: number) {
  const { boxes, record, startBox, idle } = createBoxes(control, time.now);
  const judge = createAutoStopJudge();
  const messages = createMessageJudge();
  /** `aheadMs`: how far its clock is ahead. `answerMs`: how long the receiver's answers take. */
  const computer = { aheadMs: 0, answerMs: 0, isAwake: true, troubledUntil: 0 };
  let nobodyActsMs = 0;
  let waitMs = 0;
  const wrong: string[] = [];
  /** Kills the sender of the next stop, or message, before it has an answer. */
  const killsAt = { stop: false, message: false };
  let kills = 0;
  const wall = () => time.now() + computer.aheadMs;
  const isRunning = (box: Box) => record(box)?.status === 'running';

  async function kill(name = programs.acting()): Promise<void> {
    if (name === null) return;
    kills += 1;
    judge.killed(time.now());
    messages.killed(time.now(), wall());
    await programs.kill(name);
  }

  async function killAt(what: keyof typeof killsAt): Promise<void> {
    if (!killsAt[what]) return;
    killsAt[what] = false;
    await kill();
  }

  const receiver = await startReceiver((taken) => {
    messages.taken(taken, time.now());
    return killAt('message');
  });
  const programs = createPrograms({
    ...{ folder: world.folder, seed, receiver: receiver.url, now: time.now },
    conditions: () => ({ aheadMs: computer.aheadMs, answerMs: computer.answerMs }),
    onNotified({ title, events }) {
      for (const event of events) if (event.kind === 'autoStop') judge.notified(event, time.now());
      // Those of alerts and of several VMs have other titles.
      const [event, ...others] = events;
      if (event !== undefined && 'vmId' in event && others.length === 0)
        messages.notified({ title, name: event.name, at: event.at }, time.now());
    },
  });
  await programs.start('app', {
    baseUrl: world.baseUrl,
    key: world.credentials[0].apiKeys.read_write,
    profile: await readFile(PROFILE, 'utf8'),
  });
  await programs.start('watch');

  function momentOf(box: Box): Moment {
    const vm = record(box);
    const at = time.now();
    return {
      ...box,
      at,
      wall: wall(),
      isRunning: isRunning(box),
      rate: (vm?.gpu_hourly_rate ?? 0) + (vm?.storage_hourly_rate ?? 0),
      isFair: computer.isAwake && at > computer.troubledUntil + AFTERMATH_MS,
      isListed: programs.lists(box.id),
    };
  }

  async function tick(): Promise<void> {
    const ran = boxes.filter(isRunning);
    await time.pass(TICK_MS);
    await programs.pass();
    // Nothing else stops a VM meanwhile.
    for (const box of ran) if (!isRunning(box)) judge.stopped(box.name, momentOf(box));
    for (const box of boxes) judge.check(box.name, momentOf(box), TICK_MS);
    const isIdle = programs.names().length > 0 && programs.acting() === null;
    nobodyActsMs = isIdle ? nobodyActsMs + TICK_MS : 0;
    if (nobodyActsMs === MAX_IDLE_MS) wrong.push(`${stamp(time.now())} no program acts`);
    if (programs.both()) wrong.push(`${stamp(time.now())} both programs act`);
    checkMessages();
  }

  function checkMessages(): void {
    const waiting = programs.said()?.waiting;
    if (receiver.state() === 'up' && waiting === 0) messages.rested(time.now());
    const isFair = receiver.state() === 'up' && waiting !== undefined && waiting > 0;
    waitMs = isFair ? waitMs + TICK_MS : 0;
    if (waitMs === MAX_WAIT_MS) messages.wrong(time.now(), 'messages wait on');
  }

  return {
    ...{ programs, control, time, judge, messages, receiver },
    ...{ boxes, record, startBox, idle, wall, computer, kill },
    kills: () => kills,
    wrong,
    killsAt,
    clearFaults(): void {
      control.clearFaults();
      if (!killsAt.stop) return;
      const fault = { kind: 'none' } as const;
      for (const { id } of boxes)
        control.addFault({ path: `/machines/${id}`, times: 1, fault }, () => killAt('stop'));
    },
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= TICK_MS) await tick();
    },
    /** Sets it in one of the programs, whichever acts. */
    async set(name: ActingProgram, box: Box, [limit, text]: ReturnType<typeof limitOf>) {
      const moment = momentOf(box);
      if (await programs.set(name, box.id, text)) judge.set(box.name, limit, moment);
    },
    /** Starts what does not run. */
    async startAll(): Promise<void> {
      for (const name of ACTING_PROGRAMS)
        if (!programs.names().includes(name)) await programs.start(name);
    },
  };
}

export type AutoStops = Awaited<ReturnType<typeof startAutoStops>>;
