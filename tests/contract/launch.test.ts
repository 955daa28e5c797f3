import { expect, onTestFinished, test } from 'vitest';
import { startWorld } from '../../scripts/world/world.ts';
import type { FaultInput } from '../../simulator/index.ts';
import { loadProvider } from '../../src/core/providers/index.ts';
import { PROVIDER_IDS, type ProviderId } from '../../src/shared/providers/providers.ts';
import { confirmOrder, ORDERS } from './confirm-order.ts';

// An order in the app at every provider, which then says what happened. `rent.test.ts` has the table of answers, `cli-rent.test.ts`
// the command line.

/** The application, signed in, with a confirmed order of the cheapest machine. */
async function setup(provider: ProviderId) {
  await loadProvider(provider);
  const world = await startWorld({ provider, vms: 2 });
  onTestFinished(world.close);
  const { control, time, baseUrl, credentials } = world;
  const before = new Set(control.vms().map(({ id }) => id));
  const application = await world.starter({})();
  onTestFinished(() => application.stop());
  const key = credentials[0].apiKeys.read_write;
  const { path, method } = ORDERS[provider];
  const request = await confirmOrder(application, time, { provider, baseUrl, key });
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
      await time.passUntil(application.requests.launchVm(request));
      await time.pass(30_000);
      const { currentLaunch, notice } = application.state();
      const { phase, vmIds = [], text } = currentLaunch ?? {};
      return { phase, vmIds, message: `${text?.message ?? ''} ${notice ?? ''}` };
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
