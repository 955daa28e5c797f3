import { describe, expect, test } from 'vitest';
import type { LaunchOrder } from '../../../shared/launch/order.ts';
import { OFFER as ANY_OFFER, ORDER as ANY_ORDER } from '../../../shared/launch/testing/launch.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createVastClient } from './client.ts';
import { sentInstance } from './testing/instances.ts';
import { sentOffer } from './testing/offers.ts';

const MARK = 'a1b2c3d4';
const MATERIAL = `ssh-ed25519 ${'A'.repeat(68)}`;

const OFFER: GpuOffer = { ...ANY_OFFER, provider: 'vast', offer: '51100001' };
const ORDER: LaunchOrder = {
  ...ANY_ORDER,
  offer: OFFER,
  diskGb: 100,
  login: { method: 'registered', id: null },
};
const BID_OFFER: GpuOffer = {
  ...OFFER,
  offer: '51100001/bid',
  terms: 'interruptible',
  price: { ...OFFER.price, minBid: 1.5 },
};

/** The renting of an account whose requests get the answers in order; an error is thrown. */
function rentingOf(...answers: readonly unknown[]) {
  const { ports, sent } = answering(...answers);
  return { renting: createVastClient(ports).renting ?? expect.fail(), sent };
}

const refused = (status: number, code: string | null = null) =>
  new ServiceError({ kind: 'notFound' }, status, code, 'own');

describe('an order', () => {
  test.each<[Partial<LaunchOrder>, object]>([
    [{}, { image: 'vastai/base-image:@vastai-automatic-tag', label: `train-gt-${MARK}` }],
    [
      { name: null, image: 'me/own:1' },
      { image: 'me/own:1', label: `vast-gt-${MARK}` },
    ],
    [{ image: 'me/own:1#abc1' }, { image: 'me/own:1', template_hash_id: 'abc1' }],
    [{ diskGb: 8 }, { disk: 8 }],
    [{ offer: BID_OFFER, bid: 1.5 }, { price: 1.5 }],
  ])('with %j sends %j', async (change, body) => {
    const { renting, sent } = rentingOf({ success: true, new_contract: 7, instance_api_key: 'x' });
    const answer = await renting.send({ ...ORDER, ...change }, MARK);
    expect(answer).toEqual({ kind: 'created', vmId: '7', vm: null });
    expect(sent).toMatchObject([
      {
        method: 'PUT',
        path: '/api/v0/asks/{vm_id}/',
        vmId: '51100001',
        createdIn: expect.any(Function),
      },
    ]);
    const always = { runtype: 'ssh_direct', cancel_unavail: true };
    expect(sent[0]?.body).toMatchObject({ ...always, ...body });
    expect(Object.hasOwn(sent[0]?.body ?? {}, 'price')).toBe(change.bid !== undefined);
  });

  test.each<[string, Partial<LaunchOrder>]>([
    // Without a price, Vast rents it on demand.
    ['of a bid without its price', { offer: BID_OFFER }],
    ['on demand with a bid', { bid: 1 }],
    ['with a bid below the least', { offer: BID_OFFER, bid: 1.49 }],
    ['with a bid that is no number', { offer: BID_OFFER, bid: Number.NaN }],
    ['of another provider’s offer', { offer: { ...OFFER, offer: 'vm03/4090/1/on_demand' } }],
    ['of offer 0', { offer: { ...OFFER, offer: '0' } }],
    ['with a password', { login: { method: 'password' } }],
    ['with a key of its own', { login: { method: 'publicKey', publicKey: MATERIAL } }],
  ])('%s is not sent', async (_, change) => {
    const { renting, sent } = rentingOf({ success: true, new_contract: 7 });
    await expect(renting.send({ ...ORDER, ...change }, MARK)).rejects.toMatchObject({
      origin: 'unsent',
      problem: { kind: 'invalid', provider: 'Vast.ai' },
    });
    expect(sent).toEqual([]);
  });
});

describe('a quote', () => {
  test('reads that offer again, with the disk', async () => {
    const { renting, sent } = rentingOf({ offers: [sentOffer({ dph_total: 5 })] });
    expect(await renting.quote('51100001', 250)).toMatchObject({
      offer: '51100001',
      price: { perHour: 5, diskGb: 250 },
    });
    const body = { id: { eq: 51_100_001 }, allocated_storage: 250, disk_space: { gte: 250 } };
    expect(sent).toMatchObject([{ path: '/api/v0/bundles/', body: { ...body, limit: 1 } }]);
    expect(sent[0]?.body).not.toHaveProperty('type');
  });

  test('of a bid has the least bid, which is without the disk', async () => {
    const { renting, sent } = rentingOf({ offers: [sentOffer({ min_bid: 1.5 })] });
    expect(await renting.quote('51100001/bid', null)).toMatchObject({
      offer: '51100001/bid',
      terms: 'interruptible',
      price: { minBid: 1.5 },
    });
    expect(sent[0]?.body).toMatchObject({ type: 'bid' });
  });

  test.each<[string, unknown]>([
    ['no offer', { offers: [] }],
    ['another offer', { offers: [sentOffer({ id: 8 })] }],
    ['an offer that is not free', { offers: [sentOffer({ rentable: false })] }],
    ['a bid in its place', { offers: [sentOffer({ is_bid: true })] }],
  ])('with %s is gone', async (_, answer) => {
    expect(await rentingOf(answer).renting.quote('51100001', 100)).toBeNull();
  });

  test('of an unreadable record is not gone', async () => {
    const quote = rentingOf({ offers: [{}] }).renting.quote('51100001', 100);
    await expect(quote).rejects.toMatchObject({ problem: { kind: 'incompatible' } });
  });

  test('of what is no offer of Vast asks nothing', async () => {
    const { renting, sent } = rentingOf({ offers: [] });
    for (const handle of ['', '0', '-1', '7/bid/2', '../7', 'x'])
      expect(await renting.quote(handle, 100)).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe('the choices', () => {
  const KEYS = [
    { id: 71, key: `${MATERIAL} ada@desk`, deleted_at: null },
    { id: 72, public_key: MATERIAL },
    { id: 73, key: MATERIAL, deleted_at: '2026-01-02T03:04:05Z' },
    { id: 74, key: 'planted\u202e' },
    { id: 'x' },
  ];

  const TEMPLATES = [
    { name: 'Own', hash_id: 'abc1', image: 'me/own', tag: '2.0', env: '-e X=planted' },
    { name: null, hash_id: 'abc2', image: 'me/other:1', tag: 'latest' },
    { name: 'x', hash_id: null, image: 'me/own' },
  ];

  test('have the templates that the user made, with their images', async () => {
    const { renting, sent } = rentingOf([], { id: 7, balance: 1 }, { templates: TEMPLATES });
    const { images } = await renting.choices(OFFER);
    expect(images.slice(2)).toEqual([
      { id: 'me/own:2.0#abc1', name: 'Own' },
      { id: 'me/other:1#abc2', name: 'me/other:1' },
    ]);
    expect(sent[2]).toMatchObject({
      path: '/api/v0/template/',
      query: { select_filters: '{"creator_id":{"eq":7}}' },
    });
  });

  test('have the keys that the account has, and its balance', async () => {
    const { renting } = rentingOf(KEYS, { balance: 0, credit: 6.83 });
    const choices = await renting.choices(OFFER);
    expect(choices).toMatchObject({ balance: 6.83, minBid: null, disk: { min: 8 }, months: [] });
    expect(choices.keys).toEqual([
      { id: '71', name: 'ada@desk', publicKey: MATERIAL },
      { id: '72', name: 'SSH key 72', publicKey: MATERIAL },
      { id: '74', name: 'SSH key 74', publicKey: null },
    ]);
    expect(choices.notes.join()).toContain('can also rent');
  });

  test('are there without a key, and without a balance that can be read', async () => {
    const { renting } = rentingOf(refused(404, 'not_found'), refused(403));
    const choices = await renting.choices(BID_OFFER);
    expect(choices).toMatchObject({ keys: [], balance: null, minBid: 1.5 });
  });

  test.each([
    [refused(404, 'auth_error'), 'unauthorized'],
    [{ success: true }, 'incompatible'],
  ])('fail where the keys cannot be read', async (answer, kind) => {
    const choices = rentingOf(answer, { balance: 1 }).renting.choices(OFFER);
    await expect(choices).rejects.toMatchObject({ problem: { kind, provider: 'Vast.ai' } });
  });
});

describe('a marked instance', () => {
  const label = `train-gt-${MARK}`;
  const find = (answer: unknown) => rentingOf(answer).renting.findMarked?.(MARK, { name: 'train' });

  test('is found by one request for its label', async () => {
    const answer = { instances: [sentInstance({ id: 7, label })], next_token: null };
    const { renting, sent } = rentingOf({ ...answer, total_instances: 1 });
    const found = await renting.findMarked?.(MARK, { name: ' train ' });
    expect(found).toMatchObject({ vms: [{ id: '7', mark: MARK }], isComplete: true });
    const select_filters = JSON.stringify({ label: { eq: label } });
    expect(sent).toMatchObject([{ path: '/api/v1/instances/', query: { select_filters } }]);
  });

  test.each<[string, object, object]>([
    ['none', { instances: [], total_instances: 0 }, { vms: [], isComplete: true }],
    ['others alone', { instances: [sentInstance()] }, { vms: [], isComplete: true }],
    [
      'others, and more to come',
      { instances: [sentInstance()], next_token: 'a' },
      { vms: [], isComplete: false },
    ],
    ['fewer than it counts', { instances: [], total_instances: 1 }, { isComplete: false }],
    ['a count without a text', { instances: [], total_instances: { toString: null } }, { vms: [] }],
    ['an unreadable one', { instances: [null], total_instances: 1 }, { skipped: 1 }],
    [
      'two',
      { instances: [1, 2].map((id) => sentInstance({ id, label })) },
      { vms: [{ id: '1' }, { id: '2' }] },
    ],
  ])('in an answer with %s', async (_, answer, found) => {
    expect(await find(answer)).toMatchObject(found);
  });
});

describe('a new key', () => {
  const added = { success: true, key: { id: 73, public_key: MATERIAL } };

  test('goes there as its public part, with the name', async () => {
    const { renting, sent } = rentingOf(added);
    const key = `command="x" ${MATERIAL} other comment\nplanted-second-line`;
    expect(await renting.addSshKey?.('ada@desk', key)).toBe('73');
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/v0/ssh/', body: { ssh_key: `${MATERIAL} ada@desk` } },
    ]);
  });

  test('that is none is not sent', async () => {
    const { renting, sent } = rentingOf(added);
    const call = renting.addSshKey?.('x', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r');
    await expect(call).rejects.toMatchObject({ origin: 'unsent' });
    expect(sent).toEqual([]);
  });
});

test('there is no renting without an account', () => {
  expect(createVastClient({ ...answering({}).ports, isPublic: true }).renting).toBeUndefined();
});
