import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import type { FaultInput } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { makeVm } from '../../src/shared/domain/testing/records.ts';
import { presetLike } from '../../src/shared/launch/preset-of-order.ts';
import { presetOffer } from '../../src/shared/launch/preset-offer.ts';
import { PROVIDER_IDS, type ProviderId } from '../../src/shared/providers/providers.ts';

// An order in the app at every provider, which then says what happened. `rent.test.ts` has the table of answers, `cli-rent.test.ts`
// the command line.

const ORDERS: Readonly<
  Record<
    ProviderId,
    { readonly method: 'POST' | 'PUT'; readonly path: string; readonly gpu: string }
  >
> = {
  rental: { method: 'POST', path: '/vms', gpu: '4090' },
  runpod: { method: 'POST', path: '/v2/pods', gpu: 'pro 6000' },
  vast: { method: 'PUT', path: '/api/v0/asks/', gpu: '4090' },
  lambda: { method: 'POST', path: '/api/v1/instance-operations/launch', gpu: 'a10' },
};

/** That the simulated accounts have, where accounts have keys. */
const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

/** The application, signed in, with a confirmed order of the cheapest machine. */
async function setup(provider: ProviderId) {
  await loadProvider(provider);
  const world = await startWorld({ provider, vms: 2 });
  onTestFinished(world.close);
  const { control, time, baseUrl, credentials } = world;
  const before = new Set(control.vms().map(({ id }) => id));
  const { method, path, gpu } = ORDERS[provider];
  const application = await world.starter({})();
  onTestFinished(() => application.stop());
  const { requests, state } = application;
  const key = credentials[0].apiKeys.read_write;
  const signIn = { provider, baseUrl, key, accountId: null };
  const { accountId } = await time.passUntil(requests.signInWithKey(signIn));
  const wanted = { provider, gpu, gpuCount: 1, where: null, tier: null, terms: null };

  async function offerOf() {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      const wish = { minGpus: 1, isInterruptible: false };
      const { offers } = await time.passUntil(requests.readCloudOffers(wish));
      const offer = presetOffer(offers, {
        ...presetLike(makeVm({ id: 'x', status: 'running' }), provider),
        ...wanted,
      });
      if (offer !== null) return offer;
      await time.pass(60_000);
    }
    throw new Error('everything is sold out');
  }

  const { account: _, ...found } = await offerOf();
  const choices = await time.passUntil(requests.readLaunchChoices({ accountId, offer: found }));
  const diskGb = choices.disk?.usual ?? null;
  const quote = requests.readQuote({ accountId, offer: found.offer, diskGb });
  const offer = (await time.passUntil(quote)) ?? found;
  const id = choices.keys?.[0]?.id ?? null;
  const login =
    choices.keys === null
      ? ({ method: 'publicKey', publicKey: KEY } as const)
      : ({ method: 'registered', id } as const);
  const order = {
    ...{ offer, login, diskGb, image: choices.defaultImage, bid: null, months: null },
    name: choices.hasName ? 'train' : null,
  };
  return {
    control,
    raisePrice: () => control.setPrice('pro6000', 9),
    fault: (of: FaultInput['fault'], onMatch?: () => void) =>
      control.addFault({ method, path, fault: of }, onMatch),
    created: () => control.vms().flatMap((vm) => (before.has(vm.id) ? [] : [vm.id])),
    sent: () =>
      Object.entries(control.state().requests.counts)
        .filter(([name]) => name.startsWith(`${method} ${path}`))
        .reduce((sum, [, count]) => sum + count, 0),
    /** The end of the launch, and everything that it says. */
    async launch() {
      const request = { mayAddKey: false, stopLater: null, password: null };
      const maxPerHour = offer.price.perHour;
      await time.passUntil(requests.launchVm({ accountId, order, ...request, maxPerHour }));
      await time.pass(30_000);
      const { phase, vmIds = [], text } = state().currentLaunch ?? {};
      return { phase, vmIds, message: `${text?.message ?? ''} ${state().notice ?? ''}` };
    },
  };
}

test.each(PROVIDER_IDS)('an order at %s that loses its answer has its VM', async (provider) => {
  const at = await setup(provider);
  at.fault({ kind: 'drop-answer' });
  const { phase, vmIds, message } = await at.launch();
  expect([phase, vmIds, at.sent()]).toEqual(['launched', at.created(), 1]);
  expect([at.created().length, message]).toEqual([1, expect.stringContaining('created')]);
});

test.each([
  ['stopped', /Waits for its GPU/],
  ['named', /created anyway/],
] as const)('an instance at Vast that is left %s is said', async (orders, says) => {
  const at = await setup('vast');
  at.control.setOptions({ orders });
  const { phase, vmIds, message } = await at.launch();
  expect([phase, vmIds]).toEqual(['launched', at.created()]);
  expect(message).toMatch(says);
});

test('an offer that is dearer now is not ordered, one that becomes dearer is said', async () => {
  const before = await setup('runpod');
  before.raisePrice();
  expect(await before.launch()).toMatchObject({
    phase: 'failed',
    message: expect.stringMatching(/^Nothing was sent: .* costs \$9\.\d\d\/h now, not \$/),
  });
  expect(before.sent()).toBe(0);
  const later = await setup('runpod');
  later.fault({ kind: 'none' }, later.raisePrice);
  expect(await later.launch()).toMatchObject({
    phase: 'launched',
    message: expect.stringMatching(/It costs \$9\.\d\d\/h, not \$/),
  });
});
