import type { FaultInput } from '../../simulator/index.ts';
import type { Application } from '../../src/core/app/index.ts';
import { confirmedVms } from '../../src/shared/domain/account-state.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/shared/format/index.ts';
import type { CurrentLaunch } from '../../src/shared/launch/current-launch.ts';
import type { FoundOffer } from '../../src/shared/offers/offer-places.ts';
import type { ProviderId } from '../../src/shared/providers/providers.ts';
import { startWorld } from '../world/world.ts';
import { createChance, seededRandom } from './chance.ts';
import { findingsRow, type Judged, leastRow, stamp } from './report.ts';

/** Path of orders. */
const ORDERS: Readonly<Record<ProviderId, Pick<FaultInput, 'method' | 'path'>>> = {
  rental: { method: 'POST', path: '/vms' },
  runpod: { method: 'POST', path: '/v2/pods' },
  vast: { method: 'PUT', path: '/api/v0/asks/' },
  lambda: { method: 'POST', path: '/api/v1/instance-operations/launch' },
};

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

const PUBLIC_KEY = `ssh-ed25519 ${'A'.repeat(68)} soak`;
const WISH = { minGpus: 1, isInterruptible: false };
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

/** Orders now and then while answers are lost, doubled or refused and the app ends, judged by the VMs at the service alone. */
export async function runLaunches(
  provider: ProviderId,
  hours: number,
  seed: number,
): Promise<Judged> {
  const random = seededRandom(seed, 7);
  const chance = createChance(random);
  const world = await startWorld({ provider, seed, vms: 2 }, { random });
  const { time, control, credentials, baseUrl } = world;
  const { now } = time;
  const [{ apiKeys }] = credentials;
  let ids = 0;
  const start = world.starter({
    // The first eight characters are the mark.
    newId: () => `${String((ids += 1)).padStart(8, '0')}-0000-4000-8000-000000000000`,
  });
  let application: Application = await start();

  async function inTime<T>(call: Promise<T>): Promise<T | null> {
    let isDone = false;
    const ended = call.catch(() => null).finally(() => (isDone = true));
    for (let ms = 0; !isDone && ms < HOUR_MS; ms += SECOND_MS) await time.pass(SECOND_MS);
    return isDone ? ended : null;
  }

  async function launch(accountId: string, offer: FoundOffer): Promise<void> {
    const { account: _, ...asked } = offer;
    const choices = await inTime(
      application.requests.readLaunchChoices({ accountId, offer: asked }),
    );
    if (choices === null) return;
    const key = choices.keys?.[0];
    await application.requests.launchVm({
      accountId,
      order: {
        offer: asked,
        name: choices.hasName ? 'soaked' : null,
        image: choices.defaultImage ?? choices.images[0]?.id ?? null,
        diskGb: choices.disk?.usual ?? null,
        login:
          choices.keys === null
            ? { method: 'publicKey', publicKey: PUBLIC_KEY }
            : { method: 'registered', id: key?.id ?? null },
        bid: null,
        months: choices.months[0] ?? null,
      },
      password: null,
      mayAddKey: true,
      maxPerHour: offer.price.perHour,
      stopLater: null,
    });
  }

  const findings: string[] = [];
  let orders = 0;
  let created = 0;
  try {
    const signedIn = await inTime(
      application.requests.signInWithKey({
        ...{ baseUrl, provider, key: apiKeys.read_write, accountId: null },
      }),
    );
    const accountId = signedIn?.accountId ?? '';
    await time.pass(2 * MINUTE_MS);
    for (const endsAt = now() + hours * HOUR_MS; now() < endsAt; ) {
      const before = new Set(control.vms().map(({ id }) => id));
      const list = await inTime(application.requests.readCloudOffers(WISH));
      const found = (list?.offers ?? []).filter((offer) => offer.provider === provider);
      if (found.length > 0) {
        const kind = chance.pick<Orders>(['usual', 'usual', ...ordersOf(provider)]);
        control.setOptions({ orders: kind });
        control.addFault({ ...ORDERS[provider], times: 1, fault: chance.pick(FAULTS) });
        const launching = launch(accountId, chance.pick(found)).catch(() => {});
        if (chance.random() < 0.2) {
          await time.pass(chance.random() * MINUTE_MS);
          await application.stop();
          application = await start();
        }
        await inTime(launching);
        control.clearFaults();
        control.setOptions({ orders: 'usual' });
        await time.pass(SETTLED_MS);
        orders += 1;
        const vms = control.vms().map(({ id }) => id);
        const added = vms.filter((id) => !before.has(id));
        created += added.length;
        const listed = confirmedVms(application.state().snapshots[accountId]).map(({ id }) => id);
        const wrong = wrongClaim(application.state().currentLaunch, added);
        if (wrong !== null) findings.push(`${stamp(now())} ${kind}: ${wrong}`);
        if (added.length > MAX_CREATED[kind]) findings.push(`${stamp(now())} ${kind}: ${added}`);
        for (const id of added)
          if (!listed.includes(id)) findings.push(`${stamp(now())} not shown: ${id}`);
        await inTime(application.requests.dismissLaunch());
        for (const id of added) control.destroyVm(id, 'gone');
        control.clearLog();
      }
      await time.pass(chance.around(10 * MINUTE_MS));
    }
    await application.stop();
    return {
      findings,
      rows: [
        findingsRow('Launches that created or said something else', findings, orders, hours),
        leastRow('VMs that were launched', created, Math.floor(hours / 2)),
      ],
    };
  } finally {
    await world.close();
  }
}
