import { describe, expect, test } from 'vitest';
import type { LaunchOrder } from '../../../shared/launch/order.ts';
import { OFFER as ANY_OFFER, ORDER as ANY_ORDER } from '../../../shared/launch/testing/launch.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createLambdaClient } from './client.ts';

const MARK = 'a1b2c3d4';
const KEY = `ssh-ed25519 ${'A'.repeat(68)}`;
const ID = '0920582c7ff041399e34823a0be62549';

const OFFER: GpuOffer = {
  ...ANY_OFFER,
  ...{ provider: 'lambda', offer: 'gpu_1x_h100_pcie/us-west-1', where: 'us-west-1' },
};

const ORDER: LaunchOrder = {
  ...ANY_ORDER,
  ...{ offer: OFFER, name: null, diskGb: null, login: { method: 'registered', id: 'laptop' } },
};

function rentingOf(...answers: readonly unknown[]) {
  const { ports, sent } = answering(...answers);
  return { renting: createLambdaClient(ports).renting ?? expect.fail(), sent };
}

const LAUNCHED = { data: { instance_ids: [ID] } };

async function bodyOf(order: LaunchOrder) {
  const { renting, sent } = rentingOf(LAUNCHED);
  expect(await renting.send(order, MARK)).toEqual({ kind: 'created', vmId: ID, vm: null });
  expect(sent).toMatchObject([
    { method: 'POST', path: '/api/v1/instance-operations/launch', createdIn: expect.any(Function) },
  ]);
  expect(sent[0]?.intervalMs).toBe(12_000);
  return sent[0]?.body;
}

describe('an order', () => {
  const COMMON = {
    ...{ region_name: 'us-west-1', instance_type_name: 'gpu_1x_h100_pcie' },
    ssh_key_names: ['laptop'],
    tags: [{ key: 'gpu-tray-order', value: MARK }],
  };

  test('names type, region and one key, and has the mark as a tag', async () => {
    expect(await bodyOf(ORDER)).toEqual(COMMON);
  });

  test.each([
    ['43336648-096d-4cba-9aa2-f9bb7727639d', { id: '43336648-096d-4cba-9aa2-f9bb7727639d' }],
    ['lambda-stack-24-04', { family: 'lambda-stack-24-04' }],
  ])('may name the image %s', async (image, named) => {
    const body = await bodyOf({ ...ORDER, image, name: 'train' });
    expect(body).toEqual({ ...COMMON, name: 'train', image: named });
  });

  test.each<[string, Partial<LaunchOrder>]>([
    ['without a key', { login: { method: 'registered', id: null } }],
    ['with a key that is not registered', { login: { method: 'publicKey', publicKey: KEY } }],
    ['of a type without a region', { offer: { ...OFFER, offer: 'gpu_1x_h100_pcie' } }],
  ])('%s is not sent', async (_, change) => {
    const { renting, sent } = rentingOf(LAUNCHED);
    const order = { ...ORDER, ...change };
    await expect(renting.send(order, MARK)).rejects.toMatchObject({ origin: 'unsent' });
    expect(sent).toEqual([]);
  });
});

const own = (status: number, code: string) =>
  new ServiceError({ kind: 'invalid', detail: 'No.' }, status, code, 'own');

describe('the answer to an order', () => {
  test.each([
    [400, 'instance-operations/launch/insufficient-capacity', 'soldOut'],
    [400, 'global/quota-exceeded', 'invalid'],
    [400, 'global/invalid-parameters', 'invalid'],
    [404, 'global/object-does-not-exist', 'invalid'],
    [403, 'global/account-inactive', 'inactiveAccount'],
    [429, 'global/any-limit', 'invalid'],
  ])('%s %s is a refusal', async (status, code, kind) => {
    const answer = await rentingOf(own(status, code)).renting.send(ORDER, MARK);
    expect(answer).toMatchObject({ kind: 'refused', problem: { kind, provider: 'Lambda' } });
  });

  test.each<[string, unknown, string | null]>([
    ['an error of a supplier', own(400, 'provider/internal-unavailable'), null],
    ['a limit of a supplier', own(429, 'provider/quota'), null],
    ['an unknown code', own(400, 'global/other'), null],
    [
      'an error of Lambda',
      new ServiceError(
        { kind: 'server', status: 500, retryAt: null },
        ...([500, 'global/invalid-parameters', 'own'] as const),
      ),
      null,
    ],
    ['a gateway', new ServiceError({ kind: 'invalid' }, 400), null],
    ['a lost answer', new ServiceError({ kind: 'network' }), null],
    ['no instance', { data: { instance_ids: [] } }, null],
    ['two instances', { data: { instance_ids: [ID, 'other'] } }, ID],
    ['an id that is none', { data: { instance_ids: ['../x'] } }, null],
    ['another form', { instance_ids: [ID] }, null],
  ])('of %s is unknown', async (_, answer, vmId) => {
    const { renting, sent } = rentingOf(answer);
    expect(await renting.send(ORDER, MARK)).toMatchObject({ kind: 'unknown', vmId });
    expect(sent).toHaveLength(1);
  });
});

describe('a quote', () => {
  const types = (regions: readonly string[], price = 249) => ({
    data: {
      gpu_1x_h100_pcie: {
        instance_type: {
          ...{ name: 'gpu_1x_h100_pcie', gpu_description: 'H100 (80 GB PCIe)' },
          ...{ price_cents_per_hour: price, specs: { gpus: 1, storage_gib: 1024 } },
        },
        regions_with_capacity_available: regions.map((name) => ({ name })),
      },
    },
  });

  test('is the offer with its price now', async () => {
    const { renting } = rentingOf(types(['us-east-1', 'us-west-1'], 299));
    expect(await renting.quote(OFFER.offer, null)).toMatchObject({
      ...{ offer: OFFER.offer, where: 'us-west-1', price: { perHour: 2.99 } },
    });
  });

  test.each([
    ['another region', ['us-east-1'], OFFER.offer],
    ['no region', [], 'gpu_1x_h100_pcie'],
  ])('is none where %s has it', async (_, regions, offer) => {
    expect(await rentingOf(types(regions)).renting.quote(offer, null)).toBeNull();
  });

  test('of an offer of another cloud is none, without a request', async () => {
    const { renting, sent } = rentingOf(types([]));
    expect([await renting.quote('12345678', null), sent]).toEqual([null, []]);
  });
});

describe('the choices', () => {
  const image = (family: unknown, region: unknown) => ({ family, region: { name: region } });

  test('are the keys by name, and the families of images in the region', async () => {
    const keys = [
      { id: 'k1', name: 'laptop', public_key: `${KEY} ada@example.test` },
      { id: 'k2', name: 'odd', public_key: 'x', private_key: 'planted-private-key' },
      { name: 'bad\u001b', public_key: KEY },
      null,
    ];
    const images = [
      image('lambda-stack', 'us-west-1'),
      image('lambda-stack', 'us-west-1'),
      image('ubuntu', 'us-east-1'),
      image(7, 'us-west-1'),
    ];
    const { renting } = rentingOf({ data: keys }, { data: images });
    const choices = await renting.choices(OFFER);
    expect(choices).toMatchObject({
      keys: [
        { id: 'laptop', name: 'laptop', publicKey: KEY },
        { id: 'odd', name: 'odd', publicKey: null },
      ],
      images: [{ id: 'lambda-stack', name: 'lambda-stack' }],
      ...{ disk: null, defaultImage: null },
    });
    expect(JSON.stringify(choices)).not.toContain('planted');
  });

  test('need no images, but the keys', async () => {
    const refused = own(403, 'global/forbidden');
    const choices = await rentingOf({ data: [] }, refused).renting.choices(OFFER);
    expect(choices).toMatchObject({ images: [], keys: [] });
    await expect(rentingOf(refused).renting.choices(OFFER)).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('adding a key', () => {
  test('sends its public part, and returns its name', async () => {
    const added = { data: { id: 'k1', name: 'laptop', public_key: KEY } };
    const { renting, sent } = rentingOf(added);
    expect(await renting.addSshKey?.('laptop', KEY)).toBe('laptop');
    expect(sent).toMatchObject([
      { method: 'POST', path: '/api/v1/ssh-keys', body: { name: 'laptop', public_key: KEY } },
    ]);
  });

  test.each(['', ' ', 'laptop', '-----BEGIN OPENSSH PRIVATE KEY-----'])(
    'sends nothing for %j, for which Lambda would make a pair',
    async (publicKey) => {
      const { renting, sent } = rentingOf({ data: {} });
      await expect(renting.addSshKey?.('laptop', publicKey)).rejects.toMatchObject({
        problem: { kind: 'invalid' },
      });
      expect(sent).toEqual([]);
    },
  );
});
