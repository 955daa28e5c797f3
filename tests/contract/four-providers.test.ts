import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startWorld } from '../../scripts/world/world.ts';
import { type Simulator, startSimulator } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { accountNames } from '../../src/shared/accounts/account-names.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import { perGpuHour } from '../../src/shared/offers/offer-list.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { costIn } from '../../src/shared/usage/app-totals.ts';
import { figuresOf } from '../../src/shared/usage/figures.ts';
import { newUser, runInProcess } from './command-line.ts';
import { simulate } from './fixtures.ts';
import { statusObject } from './status-object.ts';

// Four accounts at four providers at once.

const ALL = Object.keys(PROVIDERS) as ProviderId[];
const MINUTE = 60_000;

type Service = Pick<Simulator, 'baseUrl' | 'control' | 'credentials'>;

/** One running VM, named as its provider. */
const addVm = (provider: ProviderId, { control }: Service) =>
  control.createVm({
    ...{ instance_label: provider, gpu_count: 2, load: 'idle', status: 'running' },
  });

/** The application, signed in at each. */
async function startSignedIn() {
  await Promise.all(ALL.map(loadProvider));
  const [first, ...others] = ALL;
  if (first === undefined) throw new Error('no provider');
  const world = await startWorld({ provider: first, vms: 0 });
  const { time } = world;
  const titles: string[] = [];
  const application = await world.starter({
    onNotified: ({ title }) => void titles.push(title),
  })();
  const services = new Map<ProviderId, Service>([[first, world]]);
  for (const provider of others) {
    const simulator = await startSimulator({ provider, vms: 0 }, time.simulatorClock);
    time.observe(simulator);
    onTestFinished(simulator.close);
    services.set(provider, simulator);
  }
  onTestFinished(async () => {
    await application.stop();
    await world.close();
  });
  const { requests, state } = application;

  async function answer<T>(request: Promise<T>): Promise<T> {
    await time.pass(15_000);
    return request;
  }

  for (const [provider, service] of services) {
    addVm(provider, service);
    const { baseUrl, credentials } = service;
    const key = credentials[0].apiKeys.read_write;
    await answer(requests.signInWithKey({ provider, baseUrl, key, accountId: null }));
  }
  const of = (provider: ProviderId): Service => {
    const found = services.get(provider);
    if (found === undefined) throw new Error(`no ${provider}`);
    return found;
  };
  return {
    ...{ requests, state, titles, answer, of },
    now: time.clock.now,
    pass: (minutes: number) => time.pass(minutes * MINUTE),
    rates: () => state().accounts.map(({ id }) => state().snapshots[id]?.spend.value?.perHour ?? 0),
    names: () => [...accountNames(state().accounts).values()].map(({ name }) => name),
  };
}

test('the rate is the sum of all, and what fails at one provider is said of that one alone', async () => {
  const own = await startSignedIn();
  await own.pass(1);
  expect(own.state().accounts.map(({ provider }) => provider)).toEqual(ALL);
  expect(own.rates().every((rate) => rate > 0)).toBe(true);
  // Added, then rounded once.
  const sum = own.rates().reduce((all, rate) => all + rate, 0);
  expect(figuresOf(own.state()).ratePerHour).toBeCloseTo(sum, 6);
  const { month } = own.state().costs;
  expect(month.known).toBeGreaterThan(0);
  expect(month.perHour).toBeCloseTo(sum, 1);

  await own.answer(own.requests.changePreferences({ accountRate: { isOn: true, limit: 0.01 } }));
  await own.pass(3);
  const named = own.names().map((name) => `Hourly rate of ${name} above your limit`);
  expect(own.state().alerts).toHaveLength(ALL.length);
  expect(own.titles.toSorted()).toEqual(named.toSorted());
  expect(own.names().slice(0, 3)).toEqual(['RunPod', 'Vast.ai', 'Lambda']);

  own.titles.length = 0;
  own.of('vast').control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
  await own.pass(20);
  expect(own.titles).toEqual(['No fresh data from Vast.ai']);
  const failing = Object.values(own.state().snapshots).filter(({ vms }) => vms.problem !== null);
  expect(failing).toHaveLength(1);
  expect(own.state().snapshots[own.state().accounts[0]?.id ?? '']?.freshness).toBe('live');
});

test('the cost of the provider without usage is what was measured, and falls after no gap', async () => {
  const own = await startSignedIn();
  await own.pass(10);
  const today = () => costIn('today', own.state().costs.today, own.now()) ?? 0;
  const perHour = own.rates().reduce((sum, rate) => sum + rate, 0);
  expect(own.rates()[2]).toBeGreaterThan(0.1 * perHour);
  const before = today();
  const limit = before + 0.4 * perHour;
  await own.answer(own.requests.changePreferences({ spendToday: { isOn: true, limit } }));
  const amounts = [before];
  for (let minute = 0; minute < 60; minute += 5) {
    const { control } = own.of('lambda');
    if (minute === 10) control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
    if (minute === 30) control.clearFaults();
    await own.pass(5);
    amounts.push(today());
  }
  expect(amounts).toEqual(amounts.toSorted((x, y) => x - y));
  expect((today() - before) / perHour).toBeCloseTo(1, 1);
  expect(own.titles.filter((title) => title.startsWith('Today’s cost'))).toHaveLength(1);
});

test('the panel has the offers of all accounts, and says which could not be read', async () => {
  const own = await startSignedIn();
  const read = () => own.answer(own.requests.readCloudOffers(ANY_OFFER));
  const { offers, problems } = await read();
  expect(problems).toEqual([]);
  const { accounts } = own.state();
  expect(new Set(offers.map(({ account }) => account))).toEqual(
    new Set(accounts.map(({ id }) => id)),
  );
  const prices = offers.map((offer) => perGpuHour(offer) ?? Infinity);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  own.of('lambda').control.addFault({ path: '/', fault: { kind: 'status', status: 503 } });
  const without = await read();
  const lambda = accounts.find(({ provider }) => provider === 'lambda')?.id;
  expect(without.problems).toEqual([
    { provider: 'lambda', account: lambda, message: expect.stringContaining('503') },
  ]);
  expect(without.offers.length).toBeGreaterThan(20);
});

const doctorSchema = z.looseObject({
  checks: z.array(
    z.looseObject({ id: z.string(), subject: z.string().nullable(), state: z.string() }),
  ),
});

test('the command line reads all four with one file, and doctor has a row for each', async () => {
  const env = await newUser();
  const path = join(env['HOME'] ?? '', 'credentials.json');
  const services = await Promise.all(
    ALL.map(async (provider) => ({ provider, ...(await simulate({ provider, vms: 0 })) })),
  );
  for (const { provider, ...service } of services) addVm(provider, service);
  /** Each command has its own keys: the limits of Vast.ai are those of a key. */
  async function writeKeys(scope: 'read_only' | 'read_write'): Promise<void> {
    const accounts = services.map(({ provider, baseUrl, credentials: [{ apiKeys }] }) => {
      const apiKey = provider === 'lambda' ? 'unknown-key' : apiKeys[scope];
      return { provider, baseUrl, apiKey, name: `at ${provider}` };
    });
    await writeFile(path, JSON.stringify({ accounts }), { mode: 0o600 });
  }
  await writeKeys('read_only');
  const run = (command: string) =>
    runInProcess([command, '--json'], '', { ...env, GPU_TRAY_CREDENTIALS_FILE: path });
  const status = await run('status');
  expect(status.code).toBe(3);
  const shown = statusObject(status.stdout).accounts;
  expect(shown.map(({ provider, status: of }) => [provider, of])).toEqual(
    ALL.map((provider) => [provider, provider === 'lambda' ? 'signedOut' : 'live']),
  );
  await writeKeys('read_write');
  const doctor = await run('doctor');
  expect([doctor.code, doctor.stderr]).toEqual([3, '']);
  const { checks } = doctorSchema.parse(JSON.parse(doctor.stdout));
  const rows = (id: string) =>
    checks.filter((check) => check.id === id).map(({ subject, state }) => [subject, state]);
  expect(rows('service')).toEqual(services.map(({ baseUrl }) => [new URL(baseUrl).hostname, 'ok']));
  expect(rows('clock')).toHaveLength(ALL.length);
  expect(rows('scopes')).toEqual(
    ALL.map((provider) => [`at ${provider}`, provider === 'lambda' ? 'failed' : 'ok']),
  );
});
