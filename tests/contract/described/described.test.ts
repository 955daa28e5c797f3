import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAnswers } from '../../../simulator/testing/described.ts';
import type { HttpRequest } from '../../../src/core/providers/http/request.ts';
import { loadProvider, ServiceError } from '../../../src/core/providers/index.ts';
import type { ProviderClient } from '../../../src/core/providers/provider.ts';
import type { LaunchLogin } from '../../../src/shared/launch/order.ts';
import { ORDER } from '../../../src/shared/launch/testing/launch.ts';
import { ANY_OFFER } from '../../../src/shared/offers/offer-filter.ts';
import { names, type Paths, pathsIn, recorded } from './recorder.ts';

// Examples of the clouds' own descriptions, field by field, each with its source. The simulators and the adapters may share a
// misreading: these files are from the descriptions alone.

const PROVIDERS = ['vast', 'runpod', 'lambda'] as const;
type Described = (typeof PROVIDERS)[number];

const exampleSchema = z.strictObject({
  name: z.string().min(1),
  call: z.string(),
  source: z.string().min(10),
  status: z.int(),
  type: z.string().nullable(),
  body: z.unknown(),
});
type Example = z.output<typeof exampleSchema>;

function examplesOf(provider: Described): readonly Example[] {
  const text = readFileSync(new URL(`./${provider}.yaml`, import.meta.url), 'utf8');
  return z.array(exampleSchema).parse(parse(text, { merge: true }));
}

/** A path of the adapter in the words of the description. */
const callOf = ({
  body,
  method = body === undefined ? 'GET' : 'POST',
  path,
}: Partial<HttpRequest>) => `${method} ${path?.replace('{vm_id}', '{id}')}`;

const LAST_PAGE = { next_token: null, pagination: { hasNextPage: false, nextCursor: null } };

const isNext = ({ query = {} }: Partial<HttpRequest>) =>
  query['after_token'] !== undefined || query['cursor'] !== undefined;

/** A client that gets the examples, always the one at `turn` of a call. */
async function clientOf(
  provider: Described,
  turn: number,
  readAt: (call: string) => Paths,
): Promise<ProviderClient> {
  const successes = examplesOf(provider).filter(({ status }) => status < 300);
  const answer = async (request: Partial<HttpRequest>) => {
    const call = callOf(request);
    const known = successes.filter((each) => each.call === call);
    const example = known[turn % Math.max(1, known.length)];
    if (example === undefined) {
      readAt(call).add('(no example of the call)');
      throw new ServiceError({ kind: 'notFound' });
    }
    const { body } = example;
    const json = isNext(request) && body instanceof Object ? { ...body, ...LAST_PAGE } : body;
    const sent = request.answer === 'unparsed' ? undefined : recorded(json, '', readAt(call));
    const rateLimit = { remaining: null, resetAt: null };
    return { json: sent, endpoint: call, bytes: 0, rateLimit, date: null };
  };
  let now = Date.UTC(2026, 10, 24);
  const tick = () => {
    now += 10;
    return now;
  };
  const after = (_ms: number, call: () => void) => {
    queueMicrotask(call);
    return () => {};
  };
  const pace = { isLimitKnown: () => false, opensAt: () => null, noteRateLimit: () => {} };
  const { open } = await loadProvider(provider);
  const clock = { now: tick, monotonic: tick, after };
  return open({ read: answer, write: answer, pace, clock, listMs: 5_000, profile: null });
}

const KEY = `ssh-ed25519 ${'A'.repeat(68)}`;
const MARK = 'a1b2c3d4';

/** Orders of each provider, by the handle of an offer, a login and an image. */
const ORDERS: Readonly<
  Record<Described, readonly (readonly [string, LaunchLogin, string | null])[]>
> = {
  vast: [['51100001', { method: 'registered', id: null }, null]],
  runpod: [
    [
      'NVIDIA GeForce RTX 4090/secure/1/US-KS-2',
      { method: 'publicKey', publicKey: KEY },
      'template:8x3m1p6v',
    ],
  ],
  lambda: [['gpu_8x_made_up/us-west-1', { method: 'registered', id: 'laptop' }, null]],
};

function rentingCalls(provider: Described, { renting }: ProviderClient) {
  return ORDERS[provider].flatMap(([handle, login, image]) => {
    const offer = { ...ORDER.offer, provider, offer: handle };
    const order = { ...ORDER, offer, login, image };
    return [
      () => renting?.choices(offer),
      () => renting?.quote(handle, 100),
      () => renting?.send(order, MARK),
      () => renting?.findMarked?.(MARK, order),
      () => renting?.addSshKey?.('ada', KEY),
    ];
  });
}

async function callAll(
  provider: Described,
  client: ProviderClient,
  ids: readonly string[],
): Promise<void> {
  const range = { from: '2026-11-01', to: '2026-11-24' };
  const calls: readonly (() => Promise<unknown> | undefined)[] = [
    () => client.listVms(),
    () => client.usage?.(range),
    () => client.usage?.(range, undefined, true),
    () => client.balance?.(),
    () => client.currentSpend?.(),
    () => client.offers?.({ ...ANY_OFFER, gpu: 'h100', minGpus: 2, diskGb: 100 }),
    ...rentingCalls(provider, client),
    ...ids.map((id) => () => client.getVm(id)),
    ...Object.values(client.operations).map((operate) => () => operate(ids[0] ?? '')),
  ];
  for (const call of calls)
    await call()?.catch((error: unknown) => expect(error).toBeInstanceOf(ServiceError));
}

/** The fields that the adapter reads, by call. */
async function fieldsReadAt(provider: Described): Promise<ReadonlyMap<string, Paths>> {
  const examples = examplesOf(provider);
  const ids = [...JSON.stringify(examples).matchAll(/"id":"?(\w+)/g)].map(([, id = '']) => id);
  const read = new Map<string, Paths>();
  const readAt = (call: string) => {
    const known = read.get(call) ?? new Set();
    read.set(call, known);
    return known;
  };
  for (const turn of examples.keys())
    await callAll(provider, await clientOf(provider, turn, readAt), [...new Set(ids)]);
  return read;
}

describe.each(PROVIDERS)('the examples of %s', (provider) => {
  const answers = readAnswers(`providers/${provider}.yaml`);
  const examples = examplesOf(provider);

  test.for(examples)('the description allows $name', async (example) => {
    expect(await answers.problemOf(example)).toBeNull();
  });

  test('there is one of each call', () => {
    const shown = examples.filter(({ status }) => status < 300).map(({ call }) => call);
    expect([...new Set(shown)].toSorted()).toEqual(answers.calls.toSorted());
  });

  test('every field that the adapter reads is in an example and in the description', async () => {
    const read = await fieldsReadAt(provider);
    expect([...read.keys()]).toEqual(expect.arrayContaining([examples[0]?.call]));
    for (const [call, paths] of read) {
      const shown = new Set(
        examples.filter((each) => each.call === call).flatMap(({ body }) => pathsIn(body)),
      );
      const schema = answers.successOf(call);
      expect([call, [...paths].filter((path) => !shown.has(path))]).toEqual([call, []]);
      expect([call, [...paths].filter((path) => !names(schema, path))]).toEqual([call, []]);
    }
  });
});
