import { readFile } from 'node:fs/promises';
import { ACTING_PROGRAMS, type ActingProgram } from '../../src/shared/acting/acting.ts';
import { clockTime, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { contract } from '../../src/shared/ipc/contract.ts';
import { startWorld, type World } from '../world/world.ts';
import { createAutoStopJudge, type Limit, type Moment } from './auto-stop-judge.ts';
import { type Trouble, troublesOf } from './auto-stop-troubles.ts';
import { type Box, createBoxes } from './auto-stop-vms.ts';
import { type Chance, createChance, seededRandom } from './chance.ts';
import { createMessageJudge } from './message-judge.ts';
import { createPrograms } from './programs.ts';
import { startReceiver } from './receiver.ts';
import { countRow, findingsRow, type Judged, leastRow, stamp } from './report.ts';

const PROFILE = new URL('../../simulator/profile.json', import.meta.url);
const TICK = 10 * SECOND_MS;
const PAUSE_MS = 8 * MINUTE_MS;
/** Until a trouble has no effect any more: the app retries in steps of up to two minutes. */
const AFTERMATH_MS = 6 * MINUTE_MS;
/** Until the other program acts: it takes over within 30 s. */
const MAX_IDLE_MS = 40 * SECOND_MS;

/** The limit and what a user types for it. @param wall the computer's clock */
function limitOf({ pick }: Chance, wall: number): { readonly limit: Limit; readonly text: string } {
  switch (pick(['duration', 'time', 'idle', 'spend'] as const)) {
    case 'duration': {
      const minutes = pick([15, 25, 40]);
      return { limit: { kind: 'duration', ms: minutes * MINUTE_MS }, text: `${minutes}m` };
    }
    case 'time': {
      const wallAt = new Date(wall + pick([16, 27]) * MINUTE_MS).setSeconds(0, 0);
      return { limit: { kind: 'time', wallAt }, text: clockTime(wallAt) };
    }
    case 'idle':
      return { limit: { kind: 'idle', ms: 12 * MINUTE_MS }, text: 'idle 12m' };
    case 'spend':
      return { limit: { kind: 'spend', amount: 0.4 }, text: 'spend 0.4' };
  }
}

/** The computer with both programs, the receiver of their messages, and three VMs. */
async function startAutoStops({ time, control, ...world }: World, seed: number) {
  const {
    boxes,
    record,
    start: startBox,
    idle,
  } = createBoxes(control, time.now, ['box-1', 'box-2', 'box-3']);
  const judge = createAutoStopJudge();
  const messages = createMessageJudge();
  /** `aheadMs`: how far its clock is ahead. */
  const computer = { aheadMs: 0, isAwake: true, troubledUntil: 0 };
  const sending = { answerMs: 0 };
  let waitsSince: number | null = null;
  let sender: ReturnType<typeof programs.acting> = null;
  let nobodyActsMs = 0;
  const wrong: string[] = [];
  /** Kills the sender of the next stop, or message, before it has an answer. */
  const killsAt = { stop: false, message: false };
  let kills = 0;
  const wall = () => time.now() + computer.aheadMs;
  const isRunning = (box: Box) => record(box)?.status === 'running';

  async function kill(name = programs.acting()): Promise<void> {
    if (name === null) return;
    kills += 1;
    await programs.kill(name);
  }

  async function killAt(what: keyof typeof killsAt): Promise<void> {
    if (!killsAt[what]) return;
    killsAt[what] = false;
    await kill();
  }

  const receiver = await startReceiver((taken) => {
    messages.taken(taken, time.now(), killsAt.message);
    return killAt('message');
  });
  const programs = createPrograms({
    ...{ folder: world.folder, seed, receiver: receiver.url, now: time.now },
    aheadMs: () => computer.aheadMs,
    answerMs: () => sending.answerMs,
    onNotified(_program, { title, events }) {
      for (const event of events) if (event.kind === 'autoStop') judge.notified(event, time.now());
      // Those of alerts and of several VMs have other titles.
      const [event, ...others] = events;
      const isAlert = event?.kind === 'alertOpened' || event?.kind === 'alertClosed';
      if (event !== undefined && !isAlert && others.length === 0)
        messages.notified(title, time.now());
    },
  });

  const baseUrl = world.baseUrl;
  await programs.start('app');
  const signedIn = await programs.request('app', 'signInWithKey', {
    baseUrl,
    key: world.credentials[0].apiKeys.read_write,
    accountId: null,
  });
  const { accountId } = contract.signInWithKey.output.parse(signedIn?.value);
  const profile = await readFile(PROFILE, 'utf8');
  await programs.request('app', 'changeAccount', { accountId, profile });
  await programs.request('app', 'addDestination', {
    address: { kind: 'url', url: receiver.url, header: null },
    topics: ['money', 'data', 'vm', 'autoStop'],
  });
  await programs.start('watch');

  function momentOf(box: Box): Moment {
    const vm = record(box);
    const at = time.now();
    return {
      at,
      wall: wall(),
      isRunning: isRunning(box),
      run: box.run,
      runAt: box.runAt,
      idleSince: box.idleSince,
      rate: (vm?.gpu_hourly_rate ?? 0) + (vm?.storage_hourly_rate ?? 0),
      isFair: computer.isAwake && at > computer.troubledUntil + AFTERMATH_MS,
      isListed: programs.lists(`${accountId}/${box.id}`),
    };
  }

  async function tick(): Promise<void> {
    const ran = boxes.filter(isRunning);
    await time.pass(TICK);
    await programs.pass();
    // Nothing else stops a VM meanwhile.
    for (const box of ran) if (!isRunning(box)) judge.stopped(box.name, momentOf(box));
    for (const box of boxes) judge.check(box.name, momentOf(box), TICK);
    checkActing();
    checkMessages();
  }

  function checkActing(): void {
    const isIdle = programs.names().length > 0 && programs.acting() === null;
    nobodyActsMs = isIdle ? nobodyActsMs + TICK : 0;
    if (nobodyActsMs === MAX_IDLE_MS) wrong.push(`${stamp(time.now())} no program acts`);
    if (programs.both()) wrong.push(`${stamp(time.now())} both programs act`);
  }

  function checkMessages(): void {
    const { waiting = 0, isLate = false } = programs.acted() ?? {};
    const before = sender;
    sender = programs.acting();
    const acts = sender !== null;
    const takes = receiver.state() === 'up';
    // A program that takes over counts from its own first try.
    const since = sender === before ? waitsSince : null;
    waitsSince = takes || !acts || waiting === 0 ? null : (since ?? time.now());
    messages.check({ at: time.now(), isFair: acts && takes, waitsSince, isLate }, TICK);
  }

  return {
    ...{ programs, control, time, judge, messages, receiver, sending },
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
      for (let left = ms; left > 0; left -= TICK) await tick();
    },
    /** Sets it in one of the programs, whichever acts. */
    async set(
      name: ActingProgram,
      box: Box,
      { limit, text }: ReturnType<typeof limitOf>,
    ): Promise<void> {
      const moment = momentOf(box);
      const request = { accountId, vmId: box.id, when: text };
      const isSet = (await programs.request(name, 'setAutoStop', request)) !== null;
      if (isSet) judge.set(box.name, limit, moment);
    },
    /** Starts what does not run. */
    async startAll(): Promise<void> {
      for (const name of ACTING_PROGRAMS)
        if (!programs.names().includes(name)) await programs.start(name);
    },
  };
}

export type AutoStops = Awaited<ReturnType<typeof startAutoStops>>;

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
      await end?.();
      await autoStops.startAll();
      computer.troubledUntil = time.now();
    }
    await pass(AFTERMATH_MS);
    for (const name of ACTING_PROGRAMS) await autoStops.programs.stop(name);
    const { findings, sets, stops } = judge.result();
    const sent = autoStops.messages.result();
    const least = Math.floor(hours);
    const leastKinds = Math.min(troubles.length, least);
    return {
      findings: [...findings, ...autoStops.wrong, ...sent.findings],
      rows: [
        leastRow('Kinds of trouble for auto-stops', seen.size, leastKinds),
        leastRow('Kills of the app or `gpu-tray watch`', autoStops.kills(), Math.floor(hours / 4)),
        countRow('Times without or with two programs that act', autoStops.wrong.length, 0),
        findingsRow('Auto-stops that ended wrongly or in silence', findings, sets, least),
        leastRow('Stops at the end of an auto-stop', stops, Math.floor(hours / 2)),
        findingsRow('Messages lost, repeated or late in silence', sent.findings, sent.taken, least),
        countRow('Messages sent again after a kill', sent.repeated, autoStops.kills()),
      ],
    };
  } finally {
    for (const name of ACTING_PROGRAMS) await autoStops.programs.kill(name);
    autoStops.receiver.close();
    await world.close();
  }
}
