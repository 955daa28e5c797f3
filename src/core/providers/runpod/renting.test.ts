import { describe, expect, test } from 'vitest';
import type { LaunchOrder } from '../../../shared/launch/order.ts';
import { OFFER as ANY_OFFER, ORDER as ANY_ORDER } from '../../../shared/launch/testing/launch.ts';
import { ServiceError } from '../http/service-error.ts';
import { answering } from '../testing/answering.ts';
import { createRunpodClient } from './client.ts';
import { PLANTED, sentPod } from './testing/pods.ts';

const MARK = 'a1b2c3d4';
const KEY = 'ssh-ed25519 AAAA ada@example.test';
const HANDLE = 'NVIDIA H100 80GB HBM3/community/2/EU-RO-1';

const OFFER = { ...ANY_OFFER, offer: HANDLE, tier: 'community' };

const ORDER: LaunchOrder = {
  ...ANY_ORDER,
  offer: OFFER,
  diskGb: 80,
  login: { method: 'publicKey', publicKey: KEY },
};

function rentingOf(...answers: readonly unknown[]) {
  const { ports, sent } = answering(...answers);
  return { renting: createRunpodClient(ports).renting ?? expect.fail(), sent };
}

const withHandle = (offer: string) => ({ ...ORDER, offer: { ...OFFER, offer } });

const CREATED = sentPod({ id: 'pod9', name: `train-gt-${MARK}`, status: 'PROVISIONING' });

/** The body of an order. */
async function bodyOf(order: LaunchOrder, ...answers: readonly unknown[]) {
  const { renting, sent } = rentingOf(...answers, CREATED);
  await renting.send(order, MARK);
  expect(sent.at(-1)).toMatchObject({
    method: 'POST',
    path: '/v2/pods',
    createdIn: expect.any(Function),
  });
  return sent.at(-1)?.body;
}

const asked = (own: string | null, status: number) =>
  new ServiceError({ kind: 'invalid', detail: own ?? undefined }, status, null, 'own');

describe('an order', () => {
  test('names cloud, count and data center of its offer, the key and the mark', async () => {
    expect(await bodyOf(ORDER)).toEqual({
      name: 'train-gt-a1b2c3d4',
      gpu: { id: 'NVIDIA H100 80GB HBM3', count: 2 },
      cloud: 'COMMUNITY',
      dataCenterIds: ['EU-RO-1'],
      image: 'runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404',
      disk: 80,
      ports: ['22/tcp'],
      startSsh: true,
      env: { PUBLIC_KEY: KEY },
    });
  });

  test('of an offer in no data center lets RunPod choose one', async () => {
    const body = await bodyOf(withHandle('NVIDIA L4/secure/1'));
    expect(body).toMatchObject({ cloud: 'SECURE', gpu: { id: 'NVIDIA L4', count: 1 } });
    expect(body).not.toHaveProperty('dataCenterIds');
  });

  test('of a template keeps its image, disk and ports', async () => {
    const order = { ...ORDER, image: 'template:abc', diskGb: null };
    const body = await bodyOf(order, { ports: ['8888/http', '22/tcp', 7] });
    expect(body).toMatchObject({ templateId: 'abc', ports: ['8888/http', '22/tcp'] });
    expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['image']));
    expect(Object.keys(body ?? {})).not.toEqual(expect.arrayContaining(['disk']));
  });

  test('with a key of the account sends none', async () => {
    const login = { method: 'registered', id: null } as const;
    expect(await bodyOf({ ...ORDER, login })).not.toHaveProperty('env');
  });

  test.each([
    ['a handle of another provider', withHandle('12345678')],
    ['a handle without a cloud', withHandle('NVIDIA L4/1')],
    ['no image for a GPU of AMD', withHandle('AMD Instinct MI300X OAM/secure/1')],
  ])('with %s is not sent', async (_, order) => {
    const { renting, sent } = rentingOf(CREATED);
    await expect(renting.send(order, MARK)).rejects.toMatchObject({ origin: 'unsent' });
    expect(sent).toEqual([]);
  });

  test('of a template that cannot be read is not sent', async () => {
    const { renting, sent } = rentingOf(asked('gone', 404));
    const order = { ...ORDER, image: 'template:abc' };
    await expect(renting.send(order, MARK)).rejects.toBeInstanceOf(ServiceError);
    expect(sent.map(({ path }) => path)).toEqual(['/v2/templates/{vm_id}']);
  });
});

const UNAVAILABLE =
  'There are no longer any instances available with the requested specifications.';

describe('the answer to an order', () => {
  test('is the pod, without its secrets', async () => {
    const answer = await rentingOf(CREATED).renting.send(ORDER, MARK);
    expect(answer).toMatchObject({ kind: 'created', vmId: 'pod9', vm: { mark: MARK } });
    for (const secret of PLANTED) expect(JSON.stringify(answer)).not.toContain(secret);
  });

  test('is the id of a pod whose record cannot be read', async () => {
    const answer = await rentingOf({ id: 'pod9', status: 7 }).renting.send(ORDER, MARK);
    expect(answer).toEqual({ kind: 'created', vmId: 'pod9', vm: null });
  });

  test.each<[string, unknown, object]>([
    ['no capacity', asked(UNAVAILABLE, 400), { kind: 'soldOut', detail: UNAVAILABLE }],
    ['a broken rule', asked('disk is too small', 400), { kind: 'invalid' }],
    ['no money', asked('Add credit.', 402), { kind: 'insufficientBalance', detail: 'Add credit.' }],
    ['a wrong form', asked('name', 422), { kind: 'invalid' }],
  ])('to %s is a refusal', async (_, error, problem) => {
    const answer = await rentingOf(error).renting.send(ORDER, MARK);
    expect(answer).toMatchObject({ kind: 'refused', problem: { ...problem, provider: 'RunPod' } });
  });

  test.each<[string, unknown]>([
    ['an error of RunPod', asked('no capacity', 500)],
    ['a conflict', asked(null, 409)],
    ['a 400 of a gateway', new ServiceError({ kind: 'invalid', detail: UNAVAILABLE }, 400)],
    ['a lost answer', new ServiceError({ kind: 'network' })],
    ['a success without an id', { pod: CREATED }],
    ['a success with an id that is none', { ...CREATED, id: '../pods' }],
    ['a list', [CREATED]],
  ])('of %s is unknown', async (_, answer) => {
    const { renting, sent } = rentingOf(answer);
    expect(await renting.send(ORDER, MARK)).toMatchObject({ kind: 'unknown', vmId: null });
    expect(sent).toHaveLength(1);
  });
});

const GPU = {
  ...{ id: 'NVIDIA H100 80GB HBM3', name: 'H100 SXM', memory: 80 },
  ...{ secure: true, community: true, maxCount: { secure: 8, community: 8 } },
  price: { secure: 2.7, community: 2.5 },
  availability: 'LOW',
  dataCenters: [
    { id: 'EU-RO-1', availability: 'LOW' },
    { id: 'US-KS-2', availability: 'NONE' },
  ],
};

describe('a quote', () => {
  test('reads the catalog of that cloud and count', async () => {
    const { renting, sent } = rentingOf({ gpus: [GPU] });
    expect(await renting.quote(HANDLE, 730)).toMatchObject({
      ...{ offer: HANDLE, tier: 'community', gpuCount: 2, where: 'EU-RO-1' },
      price: { perHour: 2 * 2.5 + 0.1, diskGb: 730 },
    });
    expect(sent.map(({ query }) => query)).toMatchObject([{ count: 2, cloud: 'COMMUNITY' }]);
  });

  test('of an offer in any data center has the overall stock', async () => {
    const { renting } = rentingOf({ gpus: [GPU] });
    const anywhere = 'NVIDIA H100 80GB HBM3/secure/1';
    expect(await renting.quote(anywhere, null)).toMatchObject({ where: null, stock: 'low' });
  });

  test.each([
    ['sold out there', [GPU], 'NVIDIA H100 80GB HBM3/secure/1/US-KS-2'],
    ['in no data center', [{ ...GPU, availability: 'NONE', dataCenters: [] }], HANDLE],
    ['no longer of that cloud', [{ ...GPU, community: false }], HANDLE],
    ['not in the catalog', [], HANDLE],
    ['a handle of another provider', [GPU], '12345678/bid'],
  ])('is none where the offer is %s', async (_, gpus, offer) => {
    expect(await rentingOf({ gpus }).renting.quote(offer, 50)).toBeNull();
  });
});

describe('the choices', () => {
  const TEMPLATE = { id: 't1', name: 'Mine\u202e', ports: [], mounts: {}, env: { A: PLANTED[0] } };

  test('are the templates of pods, and say what a community pod may lack', async () => {
    const templates = [
      TEMPLATE,
      { ...TEMPLATE, id: 't2', mounts: { persistent: { size: 20, path: '/workspace' } } },
      { ...TEMPLATE, id: 't3', serverless: true },
      null,
    ];
    const choices = await rentingOf({ templates }).renting.choices(OFFER);
    expect(choices).toMatchObject({ keys: null, disk: { min: 20, usual: 50 }, hasName: true });
    expect(choices.images.slice(1)).toEqual([
      { id: 'template:t1', name: 'Mine (template)' },
      { id: 'template:t2', name: 'Mine (template, with a volume of 20 GB)' },
    ]);
    expect(choices.notes.join(' ')).toContain('public IP');
    expect(JSON.stringify(choices)).not.toContain(PLANTED[0]);
  });

  test.each([asked(null, 403), new ServiceError({ kind: 'network' }), { templates: 7 }, []])(
    'need no templates',
    async (answer) => {
      const { images, defaultImage } = await rentingOf(answer).renting.choices(OFFER);
      expect(images.map(({ id }) => id)).toEqual([defaultImage]);
    },
  );

  test('have no usual image for a GPU of AMD', async () => {
    const offer = { ...OFFER, offer: 'AMD Instinct MI300X OAM/secure/1', tier: 'secure' };
    const choices = await rentingOf({ templates: [] }).renting.choices(offer);
    expect(choices).toMatchObject({ images: [], defaultImage: null, hasOtherImages: true });
  });
});
