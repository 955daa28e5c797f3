import { describe, expect, test } from 'vitest';
import { makeVm } from '../../../shared/domain/testing/records.ts';
import type { LaunchOrder } from '../../../shared/launch/order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { Secret } from '../../secret.ts';
import { startTestClient, type TestClientOptions, vmRecord } from '../testing/client.ts';
import { type Handler, sendJson } from '../testing/server.ts';

const OFFER: GpuOffer = {
  provider: 'rental',
  offer: 'vm01/RTX%204090/2/on_demand',
  ...{ gpu: null, gpuText: 'RTX 4090', gpuCount: 2, vramGb: null, where: 'vm01', tier: null },
  ...{ terms: 'onDemand', stock: 2, endsAt: null },
  price: { perHour: 0.78, diskGb: null, extra: [] },
};
const offerOf = (offer: string): GpuOffer => ({ ...OFFER, offer });
const RESERVED = offerOf('vm01/4090/2/reserved');

const ORDER: LaunchOrder = {
  offer: OFFER,
  name: null,
  image: '101',
  diskGb: 100,
  login: { method: 'registered', id: null },
  bid: null,
  months: null,
};
const WITH_PASSWORD: LaunchOrder = { ...ORDER, login: { method: 'password' } };
const PASSWORD = new Secret('pass-canary-1');

const created: Handler = (_, response) => sendJson(response, 201, vmRecord(7));

async function start(handler: Handler = created, options?: TestClientOptions) {
  const test = await startTestClient(handler, options);
  return { ...test, renting: test.client.renting ?? expect.fail() };
}

async function sendTo(handler: Handler, order = WITH_PASSWORD) {
  const { renting, server, log, asked } = await start(handler);
  const answer = await renting.send(order, 'a1b2c3d4', PASSWORD);
  return { answer, requests: server.requests, log, asked };
}

describe('the body of POST /vms', () => {
  const COMMON = {
    ...{ node: 'vm01', gpu_type: '4090', gpu_count: 2, storage_gb: 100, template_vmid: 101 },
  };

  test.each<[string, Partial<LaunchOrder>, object]>([
    ['omits optional fields', {}, { rental_type: 'on_demand', auth_method: 'ssh_key' }],
    [
      'has the least disk and the newest base image where none is chosen',
      { diskGb: null, image: null },
      { storage_gb: 50, rental_type: 'on_demand', auth_method: 'ssh_key' },
    ],
    [
      'names the chosen SSH key',
      { login: { method: 'registered', id: 'key-7' } },
      { rental_type: 'on_demand', auth_method: 'ssh_key', ssh_key_id: 'key-7' },
    ],
    [
      'has no months for an interruptible VM',
      { offer: offerOf('vm01/4090/2/interruptible') },
      { rental_type: 'interruptible', auth_method: 'ssh_key' },
    ],
    [
      'has the chosen months of a reservation',
      { offer: RESERVED, months: 6 },
      { rental_type: 'reserved', reservation_months: 6, auth_method: 'ssh_key' },
    ],
    [
      'has the months of the offer',
      { offer: offerOf('vm01/4090/2/reserved/3') },
      { rental_type: 'reserved', reservation_months: 3, auth_method: 'ssh_key' },
    ],
    [
      'holds the password with that login alone',
      { login: { method: 'password' } },
      { rental_type: 'on_demand', auth_method: 'password', password: 'pass-canary-1' },
    ],
  ])('%s', async (_, order, body) => {
    const { requests } = await sendTo(created, { ...ORDER, ...order });
    expect(JSON.parse(requests[0]?.body ?? '')).toStrictEqual({ ...COMMON, ...body });
  });

  test.each<[string, Partial<LaunchOrder>, string?]>([
    ['another provider’s offer', { offer: offerOf('51100001/bid') }],
    ['an offer without a node', { offer: offerOf('/4090/2/on_demand') }],
    ['an unknown GPU type', { offer: offerOf('vm01/H100/2/on_demand') }],
    ['three GPUs', { offer: offerOf('vm01/4090/3/on_demand') }],
    ['an unknown rental type', { offer: offerOf('vm01/4090/2/weekly') }],
    ['a reservation without months', { offer: RESERVED }],
    ['months on demand', { months: 3 }],
    ['a small disk', { diskGb: 49 }],
    ['a public key', { login: { method: 'publicKey', publicKey: 'ssh-ed25519 AAAA' } }],
    ['a short password', { login: { method: 'password' } }, 'eleven-char'],
  ])('is not sent with %s', async (_, order, password) => {
    const { renting, server } = await start();
    const typed = password === undefined ? undefined : new Secret(password);
    await expect(renting.send({ ...ORDER, ...order }, 'a1b2c3d4', typed)).rejects.toMatchObject({
      origin: 'unsent',
      problem: { kind: 'invalid' },
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('an order', () => {
  test.each<[string, object, Handler]>([
    [
      'a VM',
      { kind: 'created', vmId: 'vm-7', vm: { status: 'creating' } },
      (_, to) => sendJson(to, 201, { ...vmRecord(7), status: 'creating' }),
    ],
    ...[400, 401, 403, 422].map((status): [string, object, Handler] => [
      `a ${status}`,
      { kind: 'refused' },
      (_, to) => sendJson(to, status, { detail: 'no' }),
    ]),
    ...[404, 409, 429, 500, 502, 503].map((status): [string, object, Handler] => [
      `a ${status}`,
      { kind: 'unknown', vmId: null },
      (_, to) => sendJson(to, status, { detail: 'no' }, { 'retry-after': '0' }),
    ]),
    [
      'the amounts of a missing balance',
      {
        kind: 'refused',
        problem: { kind: 'insufficientBalance', required: 10.5, available: 2.25 },
      },
      (_, to) =>
        sendJson(to, 402, { detail: 'Insufficient balance. Required: $10.50, Available: $2.25' }),
    ],
    [
      'a success without a VM',
      { kind: 'unknown', problem: { kind: 'incompatible', found: 'an object with the keys ok' } },
      (_, to) => sendJson(to, 201, { ok: true }),
    ],
    [
      'the password that it was sent',
      { kind: 'refused', problem: { detail: expect.stringContaining('cannot take') } },
      (request, to) => sendJson(to, 422, { detail: `cannot take ${request.body}` }),
    ],
    ['nothing', { kind: 'unknown', problem: { kind: 'network' } }, (_, to) => to.destroy()],
  ])('is sent once; with %s, it is %j', async (_, expected, handler) => {
    const { answer, requests, log } = await sendTo(handler);
    expect(answer).toMatchObject(expected);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/vms', query: {} });
    expect(JSON.stringify(answer) + log.lines.join()).not.toContain('canary');
  });

  test('is not sent again with a newer token', async () => {
    const { renting, asked } = await start(
      (_, to) => sendJson(to, 401, { detail: 'Token expired' }),
      { hasTokens: true },
    );
    const answer = await renting.send(ORDER, 'a1b2c3d4');
    expect(answer).toMatchObject({ kind: 'refused', problem: { kind: 'unauthorized' } });
    expect(asked()).toEqual(['POST /vms']);
  });
});

describe('the choices', () => {
  test.each<[string, readonly number[]]>([
    ['vm01/4090/2/on_demand', []],
    ['vm01/4090/2/reserved', [1, 3, 6]],
    ['vm01/4090/2/reserved/3', [3]],
  ])('of %s have the months %j, and need no request without a profile', async (handle, months) => {
    const { renting, server } = await start();
    expect(await renting.choices(offerOf(handle))).toMatchObject({
      ...{ months, keys: [], hasPassword: true, hasName: false, balance: null, minBid: null },
      disk: { min: 50 },
    });
    expect(server.requests).toHaveLength(0);
  });

  test('have the keys and the balance of the service profile', async () => {
    const profile = { sshKeys: { path: '/keys' }, balance: { path: '/money', pointer: '/left' } };
    const keys = [{ id: 'key-1', name: 'desk' }];
    const { renting } = await start(
      ({ path }, to) => sendJson(to, 200, path === '/keys' ? keys : { left: 5 }),
      { profile },
    );
    expect(await renting.choices(OFFER)).toMatchObject({
      keys: [{ id: 'key-1', name: 'desk', publicKey: null }],
      balance: 5,
    });
  });
});

describe('a quote', () => {
  const row = (change: object) => ({
    ...{ gpu_type: 'RTX 4090', node: 'vm01', rental_type: 'on_demand' },
    ...{ price_per_gpu_hour: 0.39, available: 4 },
    ...change,
  });
  const listed = { gpu_type: '4090', rental_type: 'on_demand', price_per_gpu_hour: 0.5 };

  async function quote(offers: readonly object[], prices: readonly object[], handle?: string) {
    const { renting } = await start(({ path }, to) =>
      sendJson(to, 200, path === '/search' ? offers : prices),
    );
    return renting.quote(handle ?? 'vm01/4090/2/on_demand', 100);
  }

  const unpriced = { price: { perHour: null }, stock: null, where: 'vm01' };

  test.each<[string, readonly object[], readonly object[], object]>([
    ['of the offer', [row({})], [], { price: { perHour: 0.78 }, stock: 2, where: 'vm01' }],
    [
      'unknown beside a cheaper node',
      [row({ node: 'vm02', price_per_gpu_hour: 0.1 })],
      [],
      unpriced,
    ],
    ['unknown beside another rental', [row({ rental_type: 'interruptible' })], [], unpriced],
    ['of an offer that is taken', [row({ available: 0 })], [], { stock: 'none' }],
    [
      'of the price list where the offer has none',
      [row({ price_per_gpu_hour: null })],
      [listed],
      { price: { perHour: 1 }, stock: null },
    ],
    ['of the price list', [], [listed], { price: { perHour: 1 }, stock: null, where: 'vm01' }],
    ['unknown of two prices', [], [listed, { ...listed, price_per_gpu_hour: 0.6 }], unpriced],
    ['unknown of a machine in no list', [], [], unpriced],
  ])('is %s', async (_, offers, prices, expected) => {
    const offer = await quote(offers, prices);
    expect(offer).toMatchObject({ offer: 'vm01/4090/2/on_demand', ...expected });
  });

  test.each([
    ['/4090/2/on_demand', 'Enter a node, such as vm03.'],
    ['vm01/3090/2/on_demand', 'Choose a GPU type: 5090, 4090, pro6000.'],
    ['vm01/4090/3/on_demand', 'Choose a number of GPUs: 1, 2, 4, 8.'],
    ['vm01/4090/2/weekly', 'Choose a rental type: on_demand, interruptible, reserved.'],
  ])('of %s, which no list has, says why not', async (handle, detail) => {
    await expect(quote([], [], handle)).rejects.toMatchObject({
      problem: { kind: 'invalid', detail },
      origin: 'unsent',
    });
  });

  test('of a reservation is that of its months', async () => {
    const terms = [1, 3].map((reservation_months) =>
      row({ rental_type: 'reserved', reservation_months, price_per_gpu_hour: reservation_months }),
    );
    const offer = await quote(terms, [], 'vm01/4090/2/reserved/3');
    expect(offer?.price.perHour).toBe(6);
  });
});

describe('a VM as ordered', () => {
  const vm = makeVm({
    ...{ id: 'vm-1', status: 'running' },
    ...{ gpuType: 'RTX 4090', gpuCount: 2, storageGb: 100 },
    order: { node: 'VM-01', rental: 'on-demand' },
  });

  test.each<[string, Partial<typeof vm>, boolean]>([
    ['is', {}, true],
    ['with its disk in GiB is', { storageGb: 93 }, true],
    ['with missing fields is', { gpuType: null, gpuCount: null, storageGb: null, order: {} }, true],
    ['of another type is not', { gpuType: '5090' }, false],
    ['of another rental is not', { order: { rental: 'reserved' } }, false],
  ])('%s', async (_, change, expected) => {
    const { renting } = await start();
    expect(renting.isAsOrdered?.({ ...vm, ...change }, ORDER)).toBe(expected);
  });
});
