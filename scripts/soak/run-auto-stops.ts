import { readFile } from 'node:fs/promises';
import { clockTime, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { startWorld, type World } from '../world/world.ts';
import { createAutoStopJudge, type Limit, type Moment } from './auto-stop-judge.ts';
import { type Box, createBoxes } from './auto-stop-vms.ts';
import { type Chance, createChance } from './chance.ts';
import { findingsRow, type Judged, leastRow } from './report.ts';

const PROFILE = new URL('../../simulator/profile.json', import.meta.url);
const TICK = 10 * SECOND_MS;
const PAUSE_MS = 8 * MINUTE_MS;
/** Until a trouble has no effect any more: the app retries in steps of up to two minutes. */
const AFTERMATH_MS = 6 * MINUTE_MS;

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

/** The application with three VMs, and the computer whose clock may be wrong. */
async function startAutoStops({ time, control, ...world }: World, random: () => number) {
  const {
    boxes,
    record,
    start: startBox,
    idle,
  } = createBoxes(control, time.now, ['box-1', 'box-2', 'box-3']);
  const judge = createAutoStopJudge();
  /** `aheadMs`: how far its clock is ahead. */
  const computer = { aheadMs: 0, isAwake: true, troubledUntil: 0 };
  const wall = () => time.now() + computer.aheadMs;
  const isRunning = (box: Box) => record(box)?.status === 'running';

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { url, method } = new Request(input, init);
    const id = method === 'PUT' ? /machines\/([^/]+)\/power\/off$/.exec(url)?.[1] : undefined;
    const box = boxes.find((each) => each.id === id);
    const wasRunning = box !== undefined && isRunning(box);
    try {
      return await time.fetch(input, init);
    } finally {
      if (wasRunning && !isRunning(box)) judge.stopped(box.name, momentOf(box));
    }
  }

  const start = world.starter({
    fetch,
    clock: { ...time.clock, now: wall },
    random,
    onNotified: ({ title }) => judge.notified(title, time.now()),
  });
  let application = await start();
  const { accountId } = await application.requests.signInWithKey({
    baseUrl: world.baseUrl,
    key: world.credentials[0].apiKeys.read_write,
    accountId: null,
  });
  const profile = await readFile(PROFILE, 'utf8');
  await application.requests.changeAccount({ accountId, profile });

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
      isListed: `${accountId}/${box.id}` in application.state().autoStops,
    };
  }

  return {
    application: () => application,
    control,
    time,
    judge,
    boxes,
    record,
    startBox,
    idle,
    wall,
    computer,
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= TICK) {
        await time.pass(TICK);
        for (const box of boxes) judge.check(box.name, momentOf(box), TICK);
      }
    },
    async set(box: Box, { limit, text }: ReturnType<typeof limitOf>): Promise<void> {
      const moment = momentOf(box);
      const request = { accountId, vmId: box.id, when: text };
      const isSet = await application.requests.setAutoStop(request).then(
        () => true,
        () => false,
      );
      if (isSet) judge.set(box.name, limit, moment);
    },
    async restart(pauseMs: number): Promise<void> {
      await application.stop();
      time.sleep(pauseMs);
      application = await start();
    },
  };
}

type AutoStops = Awaited<ReturnType<typeof startAutoStops>>;

/** Hinders the app. Returns its end, apart from faults. */
type Trouble = (box: Box, ms: number) => (() => void) | Promise<void> | undefined;

function troublesOf(autoStops: AutoStops, chance: Chance) {
  const { application, control, time, judge, boxes, record, computer } = autoStops;

  async function sleepFor(ms: number, meanwhile = () => {}): Promise<void> {
    application().suspended();
    computer.isAwake = false;
    time.sleep(ms / 2);
    meanwhile();
    time.sleep(ms / 2);
    application().resumed();
    computer.isAwake = true;
  }

  function jump(aheadMs: number): void {
    computer.aheadMs = aheadMs;
    judge.jumped(time.now());
  }

  return {
    record(box) {
      const lie = { ...record(box), status: chance.pick(['stopped', 'destroyed', 'interrupted']) };
      const other = boxes.find((each) => each !== box);
      const body = chance.pick([lie, other && record(other), null]);
      const fault =
        body === null
          ? ({ kind: 'status', status: 404 } as const)
          : ({ kind: 'json', body } as const);
      control.addFault({ path: `/vms/${box.id}`, times: 100, fault });
    },
    list({ id }) {
      const vms = control.vms().map((vm) => (vm.id === id ? { ...vm, status: 'stopped' } : vm));
      const fault = { kind: 'json', body: vms } as const;
      control.addFault({ path: '/vms', query: { limit: '500' }, times: 100, fault });
    },
    refusal({ id }) {
      const fault = { kind: 'status', status: 500, detail: 'node busy' } as const;
      control.addFault({ path: `/machines/${id}`, times: 2, fault });
    },
    lostAnswer({ id }) {
      control.addFault({ path: `/machines/${id}`, times: 1, fault: { kind: 'drop-answer' } });
    },
    clock() {
      jump(chance.pick([-90, -7, 7, 90]) * MINUTE_MS);
      return () => {
        if (chance.random() < 0.5) jump(0);
      };
    },
    sleep: (_, ms) => sleepFor(ms * 4),
    otherRun: (box) =>
      sleepFor(HOUR_MS, () => {
        if (record(box)?.status !== 'running') return;
        control.setVm(box.id, { status: 'stopped' });
        autoStops.startBox(box);
      }),
    interruption(box) {
      if (record(box)?.status === 'running') control.setVm(box.id, { status: 'interrupted' });
      return () => {
        if (record(box)?.status === 'interrupted') control.setVm(box.id, { status: 'running' });
      };
    },
    restart: (_, ms) => autoStops.restart(ms),
    offline() {
      application().online(false);
      return () => application().online(true);
    },
  } satisfies Record<string, Trouble>;
}

/** Auto-stops of all kinds against records that disagree with lists, refused stops, clocks that jump, sleeps and restarts. */
export async function runAutoStops(hours: number, random: () => number): Promise<Judged> {
  const chance = createChance(random);
  const world = await startWorld({ vms: 0 }, { random });
  try {
    const autoStops = await startAutoStops(world, random);
    const { application, control, time, judge, boxes, record, computer, pass } = autoStops;
    const troubles = Object.entries<Trouble>(troublesOf(autoStops, chance));
    const next = chance.deck(troubles);
    const seen = new Set<string>();
    const endsAt = time.now() + hours * HOUR_MS;
    for (const box of boxes) autoStops.startBox(box);
    await pass(2 * MINUTE_MS);
    while (time.now() < endsAt) {
      for (const box of boxes) {
        // Work ends, so that an idle time can.
        if (chance.random() < 0.4) autoStops.idle(box);
        if (judge.isSet(box.name)) continue;
        const status = record(box)?.status;
        if (status === 'running') await autoStops.set(box, limitOf(chance, autoStops.wall()));
        else if (status === 'stopped') autoStops.startBox(box);
      }
      await pass(chance.around(PAUSE_MS) + MINUTE_MS);
      const [name, hinder] = next();
      seen.add(name);
      const box = chance.pick(boxes);
      const ms = chance.pick([1, 4, 11]) * MINUTE_MS;
      computer.troubledUntil = time.now() + ms;
      const end = await hinder(box, ms);
      await pass(ms);
      control.clearFaults();
      end?.();
      computer.troubledUntil = time.now();
    }
    await application().stop();
    const { findings, sets, stops } = judge.result();
    const least = Math.floor(hours);
    const leastKinds = Math.min(troubles.length, least);
    return {
      findings,
      rows: [
        leastRow('Kinds of trouble for auto-stops', seen.size, leastKinds),
        findingsRow('Auto-stops that ended wrongly or in silence', findings, sets, least),
        leastRow('Stops at the end of an auto-stop', stops, Math.floor(hours / 2)),
      ],
    };
  } finally {
    await world.close();
  }
}
