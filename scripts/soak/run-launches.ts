import type { FaultInput } from '../../simulator/index.ts';
import { confirmedVms } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/format/index.ts';
import type { CurrentLaunch } from '../../src/shared/launch/current-launch.ts';
import type { FoundOffer } from '../../src/shared/offers/gpu-offer.ts';
import { ANY_OFFER } from '../../src/shared/offers/offer-filter.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { chooseOrder, ORDERS } from '../../tests/contract/confirm-order.ts';
import { startWorld, type World } from '../world/world.ts';
import { createChance, seededRandom } from './chance.ts';
import { type Judged, stamp } from './report.ts';

const FAULTS: readonly FaultInput['fault'][] = [
  { kind: 'none' },
  { kind: 'drop-answer' },
  { kind: 'cut-body' },
  { kind: 'late-answer', ms: HOUR_MS },
  { kind: 'wrong-types' },
  { kind: 'other-answer', status: 500 },
  { kind: 'stall-before-headers' },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 429, headers: { 'retry-after': '20' } },
];

/** Until a launch is settled, with the minute in which its VM is looked for. */
const SETTLED_MS = 5 * MINUTE_MS;
/** VMs that an order creates at most, by the simulator's option. */
const MAX_CREATED = { usual: 1, refused: 0, keyless: 1, stopped: 1, named: 1, twice: 2 } as const;

type Orders = keyof typeof MAX_CREATED;
const ALL = Object.keys(MAX_CREATED) as Orders[];

/** Without a mark on its VMs, the rental service's second VM of an order that was answered is like anyone's. */
const ordersOf = (provider: ProviderId) =>
  provider === 'rental' ? ALL.filter((orders) => orders !== 'twice') : ALL;

/** Null: an end of the app or a removed VM has hidden the launch. @param created ids of the VMs at the service, which the app lists */
function wrongClaim(shown: CurrentLaunch | null, created: readonly string[]): string | null {
  const { phase = null, vmIds = [] } = shown ?? {};
  const text = `${phase} [${vmIds}], created [${created}]`;
  if (phase === 'failed' && created.length > 0) return `said not created: ${text}`;
  if (phase === 'launched' && (created.length !== 1 || vmIds[0] !== created[0]))
    return `said launched: ${text}`;
  if (phase === 'unknown' && created.some((id) => !vmIds.includes(id))) return `left out: ${text}`;
  return phase === 'sending' || phase === 'checking' ? `not settled: ${text}` : null;
}

/** An account that orders, with the application of its user. */
async function startOrders(
  provider: ProviderId,
  world: World,
  chance: ReturnType<typeof createChance>,
) {
  const { time, control, credentials, baseUrl } = world;
  const start = world.starter({});
  let application = await start();
  const idsOfAll = () => control.vms().map(({ id }) => id);

  /** Null: it was refused. */
  const inTime = <T>(call: Promise<T>): Promise<T | null> => time.passUntil(call.catch(() => null));

  const key = credentials[0].apiKeys.read_write;
  const signingIn = application.requests.signInWithKey({ baseUrl, provider, key, accountId: null });
  const accountId = (await inTime(signingIn))?.accountId ?? '';
  await time.pass(2 * MINUTE_MS);

  async function launch(offer: FoundOffer): Promise<void> {
    const order = await inTime(chooseOrder(application, time, accountId, offer));
    if (order !== null) await inTime(application.requests.launchVm({ ...order, mayAddKey: true }));
  }

  return {
    stop: () => application.stop(),
    async offers(): Promise<readonly FoundOffer[]> {
      const list = await inTime(application.requests.readCloudOffers(ANY_OFFER));
      return (list?.offers ?? []).filter((offer) => offer.provider === provider);
    },
    /** Orders once, and removes what was created. Returns the new VMs and what is wrong. */
    async order(offer: FoundOffer, orders: Orders) {
      const before = new Set(idsOfAll());
      control.setOptions({ orders });
      const { method, path } = ORDERS[provider];
      control.addFault({ method, path, times: 1, fault: chance.pick(FAULTS) });
      const launching = launch(offer);
      if (chance.random() < 0.2) {
        await time.pass(chance.random() * MINUTE_MS);
        await application.stop();
        application = await start();
      }
      await launching;
      control.clearFaults();
      control.setOptions({ orders: 'usual' });
      await time.pass(SETTLED_MS);
      const created = idsOfAll().filter((id) => !before.has(id));
      const { snapshots, currentLaunch } = application.state();
      const listed = new Set(confirmedVms(snapshots[accountId]).map(({ id }) => id));
      const wrong = [
        wrongClaim(currentLaunch, created),
        created.length > MAX_CREATED[orders] ? `created ${created}` : null,
        ...created.map((id) => (listed.has(id) ? null : `not listed: ${id}`)),
      ].filter((text) => text !== null);
      await inTime(application.requests.dismissLaunch());
      for (const id of created) control.destroyVm(id, 'gone');
      control.clearLog();
      return { created, wrong };
    },
  };
}

/** Orders now and then while answers are lost, doubled or refused and the app ends, judged by the VMs at the service alone. */
export async function runLaunches(
  provider: ProviderId,
  hours: number,
  seed: number,
): Promise<Judged> {
  const random = seededRandom(seed, 7);
  const chance = createChance(random);
  const world = await startWorld({ provider, seed, vms: 2 }, { random });
  const { time } = world;
  const findings: string[] = [];
  let orders = 0;
  let vms = 0;
  try {
    const user = await startOrders(provider, world, chance);
    for (const endsAt = time.now() + hours * HOUR_MS; time.now() < endsAt; ) {
      const offers = await user.offers();
      if (offers.length > 0) {
        const kind = chance.pick<Orders>(['usual', 'usual', ...ordersOf(provider)]);
        const { created, wrong } = await user.order(chance.pick(offers), kind);
        orders += 1;
        vms += created.length;
        findings.push(...wrong.map((text) => `${stamp(time.now())} ${kind}: ${text}`));
      }
      await time.pass(chance.around(10 * MINUTE_MS));
    }
    await user.stop();
    return {
      findings,
      rows: [
        { name: 'Launches that created or said something else', found: findings.length, most: 0 },
        { name: 'Launches', found: orders, least: hours },
        { name: 'VMs that were launched', found: vms, least: Math.floor(hours / 4) },
      ],
    };
  } finally {
    await world.close();
  }
}
