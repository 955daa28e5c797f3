import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vm } from '../../shared/domain/vm.ts';
import type { LaunchLogin } from '../../shared/launch/order.ts';
import type { GpuOffer } from '../../shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../shared/offers/offer-filter.ts';
import { PROVIDERS, type ProviderId } from '../../shared/providers/providers.ts';
import type { HttpRequest } from './http/request.ts';
import { loadProvider, ServiceError } from './index.ts';
import type { ProviderClient } from './provider.ts';
import { drawnAnswers, SECRET } from './testing/drawn.ts';

// Every adapter reads any answer that its description allows, and survives any other.

const DOCUMENTS: Readonly<Record<ProviderId, string>> = {
  rental: 'docs/openapi.yaml',
  runpod: 'docs/providers/runpod.yaml',
  vast: 'docs/providers/vast.yaml',
  lambda: 'docs/providers/lambda.yaml',
};

const ID = '0920582c7ff041399e34823a0be62549';

type Answers = Readonly<Record<string, unknown>>;

/** The second page of a list is its end. */
function lastPage(json: unknown): unknown {
  if (Array.isArray(json)) return [];
  return typeof json === 'object' && json !== null ? { ...json, next_token: null } : json;
}

async function clientOf(provider: ProviderId, answers: Answers): Promise<ProviderClient> {
  let now = Date.UTC(2026, 10, 24);
  const tick = () => {
    now += 10;
    return now;
  };
  const write = async ({ method, path, query = {} }: HttpRequest) => {
    const endpoint = `${method} ${path}`;
    expect(Object.keys(answers)).toContain(endpoint);
    const isNext = query['after_token'] !== undefined || Number(query['offset'] ?? 0) > 0;
    const json = isNext ? lastPage(answers[endpoint]) : answers[endpoint];
    const rateLimit = { remaining: null, resetAt: null };
    return { json, endpoint, bytes: 0, rateLimit, date: null };
  };
  const read = (request: Omit<HttpRequest, 'method'>) =>
    write({ ...request, method: request.body === undefined ? 'GET' : 'POST' });
  const { open } = await loadProvider(provider);
  return open({
    ...{ read, write, profile: null },
    pace: { isLimitKnown: () => false, opensAt: () => null, noteRateLimit: () => {} },
    clock: {
      ...{ now: tick, monotonic: tick },
      after(_ms, call) {
        queueMicrotask(call);
        return () => {};
      },
    },
    listMs: 5_000,
    noteProgress: () => {},
  });
}

/** Null: refused with the only error that a call may end with. */
async function answerOf<T>(call: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await call) ?? null;
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    return null;
  }
}

/** Amounts, sizes and times are known and sensible, or null. */
function expectSensible(value: unknown, path: string): void {
  if (typeof value === 'number')
    expect([path, value >= 0 && Number.isFinite(value)]).toEqual([path, true]);
  if (typeof value === 'string') expect(value.length).toBeLessThan(5_000);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, each] of Object.entries(value)) expectSensible(each, `${path}.${name}`);
}

const PHASES: readonly Vm['phase'][] = [
  ...(['creating', 'starting', 'running', 'stopping', 'stopped'] as const),
  ...(['interrupted', 'destroyed', 'failed', 'offline', 'unknown'] as const),
];

function expectVm(vm: Vm, { operations }: ProviderClient): void {
  expect(vm.id).toMatch(/^[\w-][\w.:-]*$/);
  expect(PHASES).toContain(vm.phase);
  expect(Object.keys(operations)).toEqual(expect.arrayContaining([...(vm.operations ?? [])]));
}

const MARK = 'a1b2c3d4';
const PUBLIC_KEY = `ssh-ed25519 ${'A'.repeat(68)}`;

/** Chooses, reads again and orders. @returns what the calls return */
async function rent({ renting }: ProviderClient, offer: GpuOffer | undefined) {
  if (renting === undefined || offer === undefined) return [];
  const choices = await answerOf(renting.choices(offer));
  const [key] = choices?.keys ?? [];
  const login: LaunchLogin =
    choices?.keys === null
      ? { method: 'publicKey', publicKey: PUBLIC_KEY }
      : { method: 'registered', id: key?.id ?? null };
  const common = { name: 'train', image: null, diskGb: 100, bid: null, months: null };
  const order = { ...common, offer, login };
  const answer = await answerOf(renting.send(order, MARK));
  // Each answer here is a success.
  expect(['created', 'unknown', null]).toContain(answer?.kind ?? null);
  if (answer?.kind === 'created') expect(answer.vmId).toMatch(/^[\w-][\w.:-]*$/);
  return [
    ...[choices, answer, await answerOf(renting.quote(offer.offer, 100))],
    await answerOf(renting.findMarked?.(MARK, order)),
    await answerOf(renting.addSshKey?.('laptop', PUBLIC_KEY)),
  ];
}

async function readAll(client: ProviderClient) {
  const range = { from: '2026-11-01', to: '2026-11-24' };
  const list = await answerOf(client.listVms());
  const one = await answerOf(client.getVm(ID));
  const rest = [
    await answerOf(client.currentSpend?.()),
    await answerOf(client.usage?.(range)),
    await answerOf(client.usage?.(range, undefined, true)),
    await answerOf(client.balance?.()),
  ];
  const wish = { ...ANY_OFFER, diskGb: 100 };
  const reading = await answerOf(client.offers?.(wish));
  const rented = await rent(client, reading?.offers[0]);
  const vms = [...(list?.vms ?? []), ...(one === null ? [] : [one])];
  return { list, vms, reading, rest: [...rest, reading, rented] };
}

describe.each(Object.keys(PROVIDERS) as ProviderId[])('%s', (provider) => {
  test('reads every answer that its description allows', async () => {
    await fc.assert(
      fc.asyncProperty(drawnAnswers(DOCUMENTS[provider], false), async (answers: Answers) => {
        const client = await clientOf(provider, answers);
        const { list, vms, reading, rest } = await readAll(client);
        expect(list).not.toBeNull();
        expect(list?.skipped).toBe(0);
        // The form of a rental service's offers is open.
        if (client.offers && provider !== 'rental') expect(reading).not.toBeNull();
        for (const vm of vms) expectVm(vm, client);
        expectSensible(vms, 'vms');
        expectSensible(reading, 'offers');
        expect(JSON.stringify([vms, rest])).not.toContain(SECRET);
      }),
      { numRuns: 30 },
    );
  });

  test('survives every other answer', async () => {
    await fc.assert(
      fc.asyncProperty(drawnAnswers(DOCUMENTS[provider], true), async (answers: Answers) => {
        const client = await clientOf(provider, answers);
        const { vms, reading, rest } = await readAll(client);
        for (const vm of vms) expectVm(vm, client);
        expectSensible(vms, 'vms');
        expectSensible(reading, 'offers');
        expect(JSON.stringify([vms, rest])).not.toContain(SECRET);
      }),
      { numRuns: 75 },
    );
  });
});
