import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSimulator } from '../../simulator/index.ts';
import { silentLog } from '../../src/core/log.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import { createSharedTime } from '../../tests/contract/shared-time.ts';
import { applicationStarter } from './application.ts';
import { createAutoStopJudge, type Limit, type Moment } from './auto-stop-judge.ts';
import { type Chance, createChance } from './plan.ts';
import { findingsRow, leastRow, type Row } from './report.ts';

const TICK = 10 * SECOND_MS;
const VMS = ['box-1', 'box-2', 'box-3'] as const;
const PAUSE_MS = 8 * MINUTE_MS;
/** Until what went wrong has no effect any more: the app retries in steps of up to two minutes. */
const AFTERMATH_MS = 6 * MINUTE_MS;

/** What hinders the app, one at a time. */
const TROUBLES = [
  'record',
  'list',
  'refusal',
  'lostAnswer',
  'clock',
  'sleep',
  'otherRun',
  'interruption',
  'restart',
  'offline',
] as const;
type Trouble = (typeof TROUBLES)[number];

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The limit and what a user types for it. @param wall the computer's clock */
function limitOf({ pick }: Chance, wall: number): { readonly limit: Limit; readonly text: string } {
  switch (pick(['duration', 'time', 'idle', 'spend'] as const)) {
    case 'duration': {
      const minutes = pick([15, 25, 40]);
      return { limit: { kind: 'duration', ms: minutes * MINUTE_MS }, text: `${minutes}m` };
    }
    case 'time': {
      const at = new Date(wall + pick([16, 27]) * MINUTE_MS);
      at.setSeconds(0, 0);
      const text = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
      return { limit: { kind: 'time', wallAt: at.getTime() }, text };
    }
    case 'idle':
      return { limit: { kind: 'idle', ms: 12 * MINUTE_MS }, text: 'idle 12m' };
    case 'spend':
      return { limit: { kind: 'spend', amount: 0.4 }, text: 'spend 0.4' };
  }
}

/** Auto-stops of all kinds against records that disagree with lists, refused stops, clocks that jump, sleeps and restarts. */
export async function runAutoStops(
  hours: number,
  random: () => number,
): Promise<{ readonly rows: readonly Row[]; readonly findings: readonly string[] }> {
  const time = createSharedTime({ random });
  const chance = createChance(random);
  const simulator = await startSimulator({ vms: 0 }, time.simulatorClock);
  time.observe(simulator);
  const { control, credentials, baseUrl } = simulator;
  const folder = await mkdtemp(join(tmpdir(), 'gpu-tray-soak-'));
  const judge = createAutoStopJudge();
  /** How far the computer's clock is ahead, ms. */
  let aheadMs = 0;
  let isAwake = true;
  let troubledUntil = 0;
  const runs = new Map<string, number>();
  const startedAt = new Map<string, number>();
  const idleSince = new Map<string, number | null>();
  const ids = new Map<string, string>();
  const record = (name: string) => control.vms().find(({ id }) => id === ids.get(name));
  const nameOf = (id: string) => [...ids].find(([, each]) => each === id)?.[0] ?? '';

  async function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { url, method } = new Request(input, init);
    const id = method === 'PUT' ? /machines\/([^/]+)\/power\/off$/.exec(url)?.[1] : undefined;
    if (id === undefined) return time.fetch(input, init);
    const name = nameOf(id);
    const wasRunning = record(name)?.status === 'running';
    try {
      return await time.fetch(input, init);
    } finally {
      if (wasRunning && record(name)?.status !== 'running') judge.stopped(name, momentOf(name));
    }
  }

  const start = applicationStarter({
    fetch,
    clock: { ...time.clock, now: () => time.now() + aheadMs },
    log: silentLog,
    folder,
    random,
    onNotified: ({ title }) => judge.notified(title, time.now()),
  });
  let application = await start();
  const { accountId } = await application.requests.signInWithKey({
    baseUrl,
    key: credentials[0].apiKeys.read_write,
    accountId: null,
  });
  const profile = await readFile(new URL('../../simulator/profile.json', import.meta.url), 'utf8');
  await application.requests.changeAccount({ accountId, profile });

  function momentOf(name: string): Moment {
    const vm = record(name);
    const at = time.now();
    return {
      at,
      wall: at + aheadMs,
      isRunning: vm?.status === 'running',
      run: runs.get(name) ?? 0,
      runAt: startedAt.get(name) ?? 0,
      idleSince: idleSince.get(name) ?? null,
      rate: (vm?.gpu_hourly_rate ?? 0) + (vm?.storage_hourly_rate ?? 0),
      isFair: isAwake && at > troubledUntil + AFTERMATH_MS,
      isListed: `${accountId}/${ids.get(name)}` in application.state().autoStops,
    };
  }

  function setIdle(name: string): void {
    const id = ids.get(name);
    if (id === undefined || idleSince.get(name) !== null) return;
    control.setVm(id, { cpu_percent: 1, ram_percent: 2 });
    idleSince.set(name, time.now());
  }

  function startVm(name: string): void {
    const id = ids.get(name) ?? control.createVm({ instance_label: name, status: 'stopped' }).id;
    ids.set(name, id);
    runs.set(name, (runs.get(name) ?? 0) + 1);
    startedAt.set(name, time.now());
    control.setVm(id, { status: 'running' });
    control.setVm(id, { cpu_percent: 90, ram_percent: 60 });
    idleSince.set(name, null);
  }

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= TICK) {
      await time.pass(TICK);
      for (const name of VMS) judge.check(name, momentOf(name), TICK);
    }
  }

  async function setAutoStop(name: string): Promise<void> {
    const { limit, text } = limitOf(chance, time.now() + aheadMs);
    const vmId = ids.get(name) ?? '';
    const moment = momentOf(name);
    const isSet = await application.requests.setAutoStop({ accountId, vmId, when: text }).then(
      () => true,
      () => false,
    );
    if (isSet) judge.set(name, limit, moment);
  }

  async function sleepFor(ms: number, meanwhile: () => void): Promise<void> {
    application.suspended();
    isAwake = false;
    time.sleep(ms / 2);
    meanwhile();
    time.sleep(ms / 2);
    application.resumed();
    isAwake = true;
  }

  async function hinder(trouble: Trouble, name: string): Promise<void> {
    const id = ids.get(name) ?? '';
    const ms = chance.pick([1, 4, 11]) * MINUTE_MS;
    troubledUntil = time.now() + ms;
    const others = VMS.filter((other) => other !== name);
    switch (trouble) {
      case 'record': {
        const lies = [
          { ...record(name), status: chance.pick(['stopped', 'destroyed', 'interrupted']) },
          record(others[0] ?? ''),
          null,
        ];
        const body = chance.pick(lies);
        const fault =
          body === null
            ? ({ kind: 'status', status: 404 } as const)
            : ({ kind: 'json', body } as const);
        control.addFault({ path: `/vms/${id}`, times: 100, fault });
        break;
      }
      case 'list': {
        const vms = control.vms().map((vm) => (vm.id === id ? { ...vm, status: 'stopped' } : vm));
        control.addFault({
          path: '/vms',
          query: { limit: '500' },
          times: 100,
          fault: { kind: 'json', body: vms },
        });
        break;
      }
      case 'refusal':
        control.addFault({
          path: `/machines/${id}`,
          times: 2,
          fault: { kind: 'status', status: 500, detail: 'node busy' },
        });
        break;
      case 'lostAnswer':
        control.addFault({ path: `/machines/${id}`, times: 1, fault: { kind: 'drop-answer' } });
        break;
      case 'clock':
        aheadMs = chance.pick([-90, -7, 7, 90]) * MINUTE_MS;
        judge.jumped(time.now());
        break;
      case 'sleep':
        await sleepFor(ms * 4, () => {});
        break;
      case 'otherRun':
        await sleepFor(HOUR_MS, () => {
          if (record(name)?.status !== 'running') return;
          control.setVm(id, { status: 'stopped' });
          startVm(name);
        });
        break;
      case 'interruption':
        if (record(name)?.status === 'running') control.setVm(id, { status: 'interrupted' });
        break;
      case 'restart':
        await application.stop();
        time.sleep(ms);
        application = await start();
        break;
      case 'offline':
        application.online(false);
        break;
    }
    await pass(ms);
    control.clearFaults();
    if (aheadMs !== 0 && trouble === 'clock' && chance.random() < 0.5) {
      aheadMs = 0;
      judge.jumped(time.now());
    }
    if (trouble === 'offline') application.online(true);
    if (trouble === 'interruption' && record(name)?.status === 'interrupted')
      control.setVm(id, { status: 'running' });
    troubledUntil = time.now();
  }

  try {
    const nextTrouble = chance.deck(TROUBLES);
    const seen = new Set<Trouble>();
    const endsAt = time.now() + hours * HOUR_MS;
    for (const name of VMS) startVm(name);
    await pass(2 * MINUTE_MS);
    while (time.now() < endsAt) {
      for (const name of VMS) {
        // Work ends, so that an idle time can.
        if (chance.random() < 0.4) setIdle(name);
        if (judge.isSet(name)) continue;
        if (record(name)?.status === 'running') await setAutoStop(name);
        else if (record(name)?.status === 'stopped') startVm(name);
      }
      await pass(chance.around(PAUSE_MS) + MINUTE_MS);
      const trouble = nextTrouble();
      seen.add(trouble);
      await hinder(trouble, chance.pick(VMS));
    }
    await application.stop();
    const { findings, sets, stops } = judge.result();
    return {
      findings,
      rows: [
        leastRow(
          'Kinds of trouble for auto-stops',
          seen.size,
          Math.min(TROUBLES.length, Math.floor(hours)),
        ),
        findingsRow(
          'Auto-stops that ended wrongly or in silence',
          findings,
          sets,
          Math.floor(hours),
        ),
        leastRow('Stops at the end of an auto-stop', stops, Math.floor(hours / 2)),
      ],
    };
  } finally {
    await simulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
