import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applicationStarter } from '../../scripts/world/application.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { fakeTerminal } from '../../src/cli/testing/fakes.ts';
import { pipe } from '../../src/cli/testing/setups.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import type { Vm } from '../../src/shared/domain/vm.ts';
import { temporaryHome } from './command-line.ts';
import { temporaryFolder } from './fixtures.ts';
import { createSharedTime } from './shared-time.ts';
import { onlyAccount, statusObject } from './status-object.ts';

// Records of Vast as people have met them, with the right values, in the application and the command line.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BASE = 'https://console.vast.ai';

type Sent = Readonly<Record<string, unknown>>;

const caseOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'cases', `vast-${name}.json`), 'utf8'));

/** Vast, which lists these instances. */
function vast(now: () => number) {
  const world = { instances: [] as readonly Sent[], sent: [] as string[] };
  const { charges, users, list } = {
    charges: { results: [], next_token: null },
    users: { balance: 0, credit: 50 },
    list: () => ({ success: true, instances: world.instances, next_token: null }),
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    const { pathname } = new URL(url);
    const date = new Date(now()).toUTCString();
    const answers: Readonly<Record<string, unknown>> = {
      '/api/v0/charges/': charges,
      '/api/v0/users/current/': users,
    };
    if (method !== 'GET') world.sent.push(`${method} ${pathname}`);
    const answer = answers[pathname] ?? list();
    return Response.json(answer, { headers: { date } });
  };
  return { world, fetch };
}

/** The application at a time, with an account at Vast whose default is an hour of idleness. */
async function startApp(at: string, stored: (accountId: string) => Sent = () => ({})) {
  await loadProvider('vast');
  const time = createSharedTime();
  let ahead = Date.parse(at) - time.now();
  const now = () => time.now() + ahead;
  const { world, fetch } = vast(now);
  const folder = await temporaryFolder();
  const path = join(folder, 'settings.json');
  const notifications: string[] = [];
  const keychain = new Map<string, string>();
  const start = applicationStarter({
    ...{ folder, keychain, fetch, clock: { ...time.clock, now } },
    onNotified: ({ title, body }) => void notifications.push(`${title}. ${body}`),
  });
  let app = await start();
  onTestFinished(() => app.stop());

  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(5_000);
    return request;
  }

  const settings = async () => JSON.parse(await readFile(path, 'utf8'));
  const key = { provider: 'vast', baseUrl: BASE, key: 'k-1234567890', accountId: null } as const;
  const { accountId } = await answer(app.requests.signInWithKey(key));
  await app.stop();
  const before = await settings();
  const [account] = before.accounts;
  const accounts = [{ ...account, idleStopMs: HOUR }];
  await writeFile(path, JSON.stringify({ ...before, accounts, ...stored(accountId) }));
  notifications.length = 0;
  return {
    ...{ world, accountId, notifications, settings, time, path, now },
    state: () => app.state(),
    vm: (): Vm | undefined => app.state().snapshots[accountId]?.vms.value?.vms[0],
    /** Lists the instances then, the application having missed what was between. */
    async lists(then: string, instances: readonly Sent[]) {
      world.instances = instances;
      time.sleep(Date.parse(then) - now());
      await time.pass(0);
      await answer(app.requests.refresh({ accountId }));
      await time.pass(5_000);
    },
    /** Sets the computer's clock forward. */
    setClock(ms: number) {
      ahead += ms;
    },
    async restart() {
      await app.stop();
      app = await start();
      await time.pass(10_000);
    },
  };
}

const autoStopsOf = async (own: { settings: () => Promise<{ autoStops?: readonly unknown[] }> }) =>
  ((await own.settings()).autoStops ?? []).length;

/** `gpu-tray` at a time. */
async function cli(at: string, instances: readonly Sent[], args: readonly string[]) {
  await temporaryHome();
  await loadProvider('vast');
  const time = createSharedTime();
  // Files are read in real time, in which the clock of the test would go on.
  const now = () => Date.parse(at);
  const { world, fetch } = vast(now);
  world.instances = instances;
  const terminal = fakeTerminal();
  const command = runCommand([...args, '--provider', 'vast', '--api-key-stdin'], {
    ...{ terminal, fetch, input: pipe('k-1234567890\n'), prompt: terminal.error },
    clock: { ...time.clock, now },
    signal: new AbortController().signal,
  });
  let isOver = false;
  void command.finally(() => {
    isOver = true;
  });
  while (!isOver) await time.pass(1_000);
  return { out: terminal.takeOut(), errors: terminal.takeErrors() };
}

const NOON = '2026-11-20T12:00:00Z';

async function jsonOf(instances: readonly Sent[], at = NOON) {
  const { out } = await cli(at, instances, ['status', '--json']);
  const { vms } = onlyAccount(out);
  const vmOf = (label: string) => vms.find((vm) => vm.label === label);
  return { vmOf, vms, totals: statusObject(out).totals };
}

test('vast-restart-same-start: a restart is another run of an old contract', async () => {
  const { lists, right } = caseOf('restart-same-start');
  const [first, second, third] = lists;
  const own = await startApp('2026-11-01T00:58:00Z');
  await own.restart();
  const counts: number[] = [];
  for (const { at, instances } of [first, second, third]) {
    await own.lists(at, instances);
    counts.push(await autoStopsOf(own));
  }
  expect(counts).toEqual(right.autoStopsAfterEachList);
  expect(own.vm()).toMatchObject({
    createdAt: new Date(right.createdAt).toISOString(),
    startedAt: '2026-11-20T08:48:00.000Z',
  });
  expect(own.state().alerts.filter(({ rule }) => rule === 'runningLong')).toEqual([]);
  const { out } = await cli(third.at, third.instances, ['status']);
  expect(out).toMatch(/ 12 m /);
});

test('vast-one-run-two-polls: a start in whole minutes stays, and unchanged polls write nothing', async () => {
  const { lists, right } = caseOf('one-run-two-polls');
  const record = (uptime_mins: number | null) => ({
    ...{ id: 1, actual_status: 'running', intended_status: 'running', cur_state: 'running' },
    ...{ uptime_mins, start_date: 1_793_491_200, num_gpus: 1, gpu_util: 90, dph_total: 0.42 },
  });
  const own = await startApp('2026-11-20T08:59:00Z');
  await own.restart();
  const starts = new Set<string | null | undefined>();
  const files: string[] = [];
  const snapshots = new Set<unknown>();
  for (const { at, uptime_mins } of lists) {
    await own.lists(at, [record(uptime_mins)]);
    starts.add(own.vm()?.startedAt);
    snapshots.add(own.vm());
    files.push(await readFile(own.path, 'utf8'));
  }
  expect([starts.size - 1, snapshots.size]).toEqual([right.startedAtChanges, right.runs]);
  expect(new Set(files).size - 1).toBe(right.writesOfUnchangedPolls);
  expect(await autoStopsOf(own)).toBe(right.defaultAutoStopsSet);
});

test('a clock that is set makes no other run: a due auto-stop goes on, and a default does not come back', async () => {
  const limit = { kind: 'time', at: Date.parse('2026-11-20T09:05:00Z') };
  const own = await startApp('2026-11-20T08:58:00Z', (accountId) => ({
    autoStops: [{ accountId, vmId: '1', name: 'train', limit }],
  }));
  let uptime = 600;
  const runs = async (minutes: number) => {
    for (const end = uptime + minutes; uptime < end; uptime += 1) {
      own.world.instances = [
        {
          ...{ id: 1, actual_status: 'running', intended_status: 'running', cur_state: 'running' },
          ...{ uptime_mins: uptime, num_gpus: 1, gpu_util: 90, dph_total: 0.42 },
        },
      ];
      await own.time.pass(MINUTE);
    }
  };
  await runs(1);
  await own.restart();
  // Vast accepts each stop and does nothing.
  await runs(9);
  const begun = own.vm()?.startedAt;
  const sent = own.world.sent.length;
  expect(sent).toBeGreaterThan(0);
  own.setClock(90 * MINUTE);
  await runs(6);
  expect(own.vm()?.startedAt).toBe(begun);
  expect(own.world.sent.length).toBeGreaterThan(sent);
  expect(await autoStopsOf(own)).toBe(1);
  expect(own.notifications.filter((text) => /has ended/.test(text))).toEqual([]);
  expect((await own.settings()).defaultedRuns).toMatchObject([{ startedAt: begun }]);
});

test.each([600, null])(
  'vast-update-keeps-stops: an update ends no auto-stop and no timer, with an uptime of %s min',
  async (uptime_mins) => {
    const { stored, list } = caseOf('update-keeps-stops');
    const { vmId, run } = stored.armed;
    const limit = { kind: 'time', at: Date.parse(stored.autoStop.until) };
    const own = await startApp('2026-11-20T08:58:00Z', (accountId) => {
      const vm = { accountId, vmId, name: 'train' };
      return {
        autoStops: [{ ...vm, limit, onVm: true }],
        armed: [{ ...vm, number: 5, limits: [limit], isConfirmed: true, run }],
        defaultedRuns: [{ accountId, vmId, startedAt: run }],
      };
    });
    const instance = { ...list, uptime_mins, gpu_util: 90 };
    own.world.instances = [instance];
    await own.restart();
    await own.lists(list.at, [instance]);
    const { autoStops, armed } = await own.settings();
    expect(autoStops).toMatchObject([{ vmId, limit }]);
    expect(armed).toMatchObject([{ vmId, number: 5 }]);
    expect(own.notifications).toEqual([]);
    const shown = own.state().autoStops[`${own.accountId}/${vmId}`];
    expect(shown?.armed?.isConfirmed).toBe(true);
    expect(own.world.sent).toEqual([]);
  },
);

test('a default that had its turn before the update does not come back in its run, and comes in the next', async () => {
  const { list } = caseOf('update-keeps-stops');
  const vmId = String(list.id);
  const run = '2026-11-01T00:00:00.000Z';
  const own = await startApp('2026-11-20T08:58:00Z', (accountId) => ({
    defaultedRuns: [{ accountId, vmId, startedAt: run }],
  }));
  await own.restart();
  await own.lists(list.at, [{ ...list, gpu_util: 90 }]);
  expect(await autoStopsOf(own)).toBe(0);
  await own.restart();
  await own.lists('2026-11-20T09:10:00Z', [{ ...list, uptime_mins: 610, gpu_util: 90 }]);
  expect(await autoStopsOf(own)).toBe(0);
  // Stopped and started between two lists.
  await own.lists('2026-11-20T09:30:00Z', [{ ...list, uptime_mins: 3, gpu_util: 90 }]);
  expect(await autoStopsOf(own)).toBe(1);
});

test('a run whose start is never told is new after each stop, also over restarts of the app', async () => {
  const running = {
    ...{ id: 5, actual_status: 'running', intended_status: 'running', cur_state: 'running' },
    ...{ uptime_mins: null, start_date: 1_793_491_200, num_gpus: 1, gpu_util: 90, dph_total: 0.42 },
  };
  const stopped = {
    ...running,
    ...{ actual_status: 'exited', intended_status: 'stopped', cur_state: 'stopped' },
  };
  const own = await startApp('2026-11-20T08:58:00Z');
  await own.restart();
  await own.lists('2026-11-20T09:00:00Z', [running]);
  expect([own.vm()?.startedAt, await autoStopsOf(own)]).toEqual([null, 1]);
  await own.lists('2026-11-20T09:30:00Z', [stopped]);
  expect(await autoStopsOf(own)).toBe(0);
  await own.lists('2026-11-20T10:00:00Z', [running]);
  expect(own.vm()?.startedAt).toBe('2026-11-20T10:00:00.000Z');
  expect(await autoStopsOf(own)).toBe(1);
  await own.lists('2026-11-20T10:30:00Z', [stopped]);
  expect(await autoStopsOf(own)).toBe(0);
  await own.restart();
  await own.lists('2026-11-20T11:00:00Z', [running]);
  expect(await autoStopsOf(own)).toBe(1);
});

test('vast-crashed: a crash is a failure with its reason, and a wait is none', async () => {
  const { instances, right } = caseOf('crashed');
  const { vmOf } = await jsonOf(instances);
  expect(vmOf('crashed')).toMatchObject({
    ...{ phase: 'failed', billedPerHour: 0.42 },
    note: 'container ended · billed. Error: container exited (1)',
  });
  expect(vmOf('waits')).toMatchObject({
    phase: 'starting',
    note: right.waits,
    billedPerHour: 0.02,
  });
  const { out } = await cli(NOON, instances, ['status']);
  expect(out).toMatch(/ crashed, billed +crashed/);
  const own = await startApp('2026-11-20T11:00:00Z');
  await own.restart();
  const [crashed] = instances;
  await own.lists('2026-11-20T11:59:00Z', [{ ...crashed, actual_status: 'running' }]);
  own.notifications.length = 0;
  await own.lists(NOON, instances);
  await own.time.pass(MINUTE);
  expect(own.notifications.join('\n')).toMatch(
    /crashed has failed.*Container ended · billed\. Error: container exited \(1\)/s,
  );
});
