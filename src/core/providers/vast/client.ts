import { readFileSync } from 'node:fs';
import type { Vm } from '../../../shared/domain/vm.ts';
import type { OfferReading } from '../../../shared/offers/gpu-offer.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { sleep } from '../../clock.ts';
import { type Answered, count, fields, readItems, readRecord, record } from '../http/read.ts';
import {
  asChangedInterface,
  describeForm,
  incompatible,
  ServiceError,
} from '../http/service-error.ts';
import { readTokenPages, type TokenPage } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { type ChargesPage, chargesFilter, chargesSchema, tokenOf, usageOf } from './charges.ts';
import { instanceSchema } from './instance.ts';
import { offersSchema, type Search, searchOf } from './offers.ts';
import { asUnauthorized, isOwnError, named } from './own-error.ts';
import { rentingOf } from './renting.ts';

const STOP_FROM_INSIDE = readFileSync(new URL('./stop-from-inside.sh', import.meta.url), 'utf8');

const LIST = '/api/v1/instances/';
const INSTANCE = '/api/v0/instances/{vm_id}/';

/** Instances of a page, as many as Vast sends. */
const PAGE = 25;

/** Charges of a page. */
const CHARGES_PAGE = 500;
const MAX_CHARGES_PAGES = 40;

const OFFERS = '/api/v0/bundles/';

/** Ten a minute for each IP address. */
const SEARCH_MS = 6_000;

/** Vast refuses two destroys of an account that are closer. */
const DESTROY_MS = 3_000;

const pageSchema = (now: number) =>
  record(({ instances, next_token, total_instances }) =>
    Array.isArray(instances)
      ? {
          ...readItems(instanceSchema(now), instances),
          nextToken: tokenOf(next_token),
          total: count(/^\d{1,9}$/.test(String(total_instances)) ? Number(total_instances) : null),
        }
      : null,
  );

/** Null: there is none. */
const oneSchema = (now: number) =>
  record(({ instances }) => {
    if (instances === null) return { vm: null };
    const vm = instanceSchema(now).safeParse(instances).data;
    return vm === undefined ? null : { vm };
  });

/** By its description, Vast wants a key with a search. In fact it wants none, and a key would need the scope misc. */
const wantsKey = (error: unknown) =>
  error instanceof ServiceError &&
  (error.code === 'auth_error' || error.status === 401 || error.status === 403);

const readCharges = (read: ProviderPorts['read']) =>
  named(async (range: DayRange, signal?: AbortSignal) => {
    const charges: ChargesPage['charges'][number][] = [];
    const path = '/api/v0/charges/';
    let skipped = 0;
    let token = '';
    for (let pages = 0; pages < MAX_CHARGES_PAGES; pages += 1) {
      const query = {
        select_filters: chargesFilter(range),
        limit: CHARGES_PAGE,
        after_token: token || undefined,
      };
      const answer = await read({ path, query, signal });
      const page = readRecord(chargesSchema, answer, ['results']);
      charges.push(...page.charges);
      skipped += page.skipped;
      if (page.nextToken === null) return usageOf(charges, skipped, range);
      if (page.nextToken === token) break;
      token = page.nextToken;
    }
    // A part of the charges would look like all of them, and a page that repeats like more.
    return incompatible(`GET ${path}`, 'pages without an end');
  });

/** Vast's API for one account (`docs/providers/vast.yaml`). Vast reports no rate of the account, and sends no rate limit headers. */
export function createVastClient(ports: ProviderPorts): ProviderClient {
  const { read, write, clock, listMs, isPublic = false } = ports;
  let nextDestroyAt = Number.NEGATIVE_INFINITY;

  const readPage =
    (filter: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    async (after_token: string | undefined): Promise<TokenPage> => {
      const order_by = '[{"col":"id","dir":"asc"}]';
      const query = { limit: PAGE, order_by, ...filter, after_token };
      const answer = await read({ path: LIST, query, signal })
        .catch(asUnauthorized)
        .catch(asChangedInterface);
      return readRecord(pageSchema(clock.now()), answer, ['instances']);
    };

  async function readOne(vmId: string, signal?: AbortSignal): Promise<Vm> {
    const answer = await read({ path: INSTANCE, vmId, signal });
    const { vm } = readRecord(oneSchema(clock.now()), answer, ['instances']);
    if (vm === null) throw new ServiceError({ kind: 'notFound', detail: null });
    return vm.id === vmId ? vm : incompatible(answer.endpoint, 'another instance');
  }

  const setState = (state: 'running' | 'stopped') =>
    named(async (vmId: string, signal?: AbortSignal) => {
      await write({ method: 'PUT', path: INSTANCE, vmId, body: { state }, signal });
    });

  const loggedUsage = readCharges(read);

  async function search(body: Search, signal?: AbortSignal): Promise<OfferReading> {
    const request = { path: OFFERS, body, signal };
    const withKey = (error: unknown) =>
      isPublic || !wantsKey(error) ? asChangedInterface(error) : read(request);
    const answer = await read({ ...request, isPublic: true, intervalMs: SEARCH_MS })
      .catch(withKey)
      .catch(asUnauthorized)
      .catch(asChangedInterface);
    return readRecord(offersSchema(body), answer, ['offers']);
  }

  const readUser = (signal?: AbortSignal) => read({ path: '/api/v0/users/current/', signal });

  function balanceIn({ json, endpoint }: Answered): number {
    const { balance, credit } = fields(json);
    const sent = [balance, credit].filter((amount) => amount != null);
    const amounts = sent.filter((amount) => typeof amount === 'number');
    // A part alone would look like the whole.
    if (amounts.length === 0 || amounts.length < sent.length)
      return incompatible(endpoint, describeForm(json));
    return amounts.reduce((sum, amount) => sum + amount, 0);
  }

  const renting = rentingOf({
    read,
    write,
    readUser,
    balanceIn,
    search,
    readPage: (filter, signal) => readPage(filter, signal)(undefined),
  });

  return {
    listVms: named((signal) => readTokenPages(readPage({}, signal), ports)),
    // From the list: its pace is twice as fast as the pace of a single instance's call, and a missing instance is clear there.
    getVm: named(async (id, signal) => {
      if (!/^\d{1,16}$/.test(id)) throw new ServiceError({ kind: 'notFound', detail: null });
      const select_filters = JSON.stringify({ id: { eq: Number(id) } });
      const page = readPage({ select_filters }, signal);
      const quiet = { clock, listMs };
      const { items, skipped, isComplete } = await readTokenPages(page, quiet, (vms) =>
        vms.has(id),
      );
      const vm = items.find((each) => each.id === id);
      if (vm !== undefined) return vm;
      if (skipped > 0 || !isComplete) return incompatible(`GET ${LIST}`, 'another instance');
      // An answer to another question proves nothing.
      if (items.length > 0) return readOne(id, signal);
      throw new ServiceError({ kind: 'notFound', detail: null });
    }),
    balance: named(async (signal) => balanceIn(await readUser(signal))),
    usage: loggedUsage,
    loggedUsage,
    offers: named((wish, signal) => search(searchOf(wish), signal)),
    ...(!isPublic && { renting }),
    // Volumes are on no instance's record.
    isRateAtLeast: true,
    stopFromInside: STOP_FROM_INSIDE,
    operations: {
      start: setState('running'),
      stop: setState('stopped'),
      destroy: named(async (vmId, signal) => {
        const ms = nextDestroyAt - clock.monotonic();
        nextDestroyAt = clock.monotonic() + Math.max(0, ms) + DESTROY_MS;
        if (ms > 0) await sleep(clock, ms, signal);
        await write({ method: 'DELETE', path: INSTANCE, vmId, signal });
      }),
    },
  };
}

export const vast: Adapter = { open: createVastClient, isOwnError };
