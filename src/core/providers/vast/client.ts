import { readFileSync } from 'node:fs';
import type { VmList } from '../../../shared/domain/account-state.ts';
import { sumAmounts, type Usage, type UsageLog } from '../../../shared/domain/billing.ts';
import { DAY_MS } from '../../../shared/format/index.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import {
  type Answered,
  count,
  fields,
  items,
  money,
  readListIn,
  record,
  type Schema,
  shortText,
  unreadable,
} from '../http/read.ts';
import type { HttpRequest } from '../http/request.ts';
import { asChangedInterface, incompatible, ServiceError } from '../http/service-error.ts';
import { readTokenPages, type TokenPage } from '../listing.ts';
import type { Adapter, ProviderClient, ProviderPorts } from '../provider.ts';
import { amountLog, reportOf } from '../usage-report.ts';
import { defaultName, instanceSchema } from './instance.ts';
import { searchBy, searchOf } from './offers.ts';
import { asUnauthorized, isOwnError, named, rentingOf } from './renting.ts';

/** The charges of a contract within the range. Without a VM: a volume or a serverless contract. */
const chargeSchema = (timestamp: string | null) =>
  record((sent) => {
    const source = shortText(sent['source'], 128);
    if (source === null) return null;
    const parts = items(sent['items']).map(fields);
    const partOf = (...types: readonly unknown[]) => {
      const own = parts.filter(({ type }) => types.includes(type));
      return parts.length === 0 ? null : sumAmounts(own.map(({ amount }) => money(amount)));
    };
    const [, vmId = null] = /^instance-(\d{1,16})$/.exec(source) ?? [];
    return amountLog({
      vmId: sent['type'] === 'instance' ? vmId : null,
      timestamp,
      gpuCost: partOf('gpu'),
      storageCost: partOf('disk'),
      networkCost: partOf('bwd', 'bwu'),
      totalCost: money(sent['amount']),
    });
  });

/** The token of the next page; null: there is none, empty: there is one that cannot be read. */
function tokenOf(sent: unknown): string | null {
  return sent === null || sent === undefined || sent === '' ? null : (shortText(sent, 4_096) ?? '');
}

const pageIn = <T>(answer: Answered, list: 'instances' | 'results', schema: Schema<T>) => ({
  ...readListIn(schema, answer, list),
  nextToken: tokenOf(fields(answer.json)['next_token']),
});

function usageOf(charges: readonly UsageLog[], skipped: number): Usage {
  const costOf = (some: readonly UsageLog[]) => sumAmounts(some.map(({ totalCost }) => totalCost));
  const ofVms = charges.filter(({ vmId }) => vmId !== null);
  const totalCost = skipped > 0 ? null : costOf(charges);
  const report = { totalCost, vmCost: costOf(ofVms), periodStart: null, periodEnd: null, skipped };
  return reportOf(ofVms, report, defaultName);
}

const STOP_FROM_INSIDE = readFileSync(new URL('./stop-from-inside.sh', import.meta.url), 'utf8');

const LIST = '/api/v1/instances/';
const INSTANCE = '/api/v0/instances/{vm_id}/';

/** Instances of a page, as many as Vast sends. */
const PAGE = 25;

const MAX_CHARGES_PAGES = 40;

/** Vast refuses two destroys of an account that are closer. */
const DESTROY_MS = 3_000;

/** Charges are of a range as a whole, and name no days. The days of a range are those of UTC. */
const readCharges = (read: ProviderPorts['read']) =>
  named(async ({ from, to }: DayRange, signal?: AbortSignal) => {
    const charges: UsageLog[] = [];
    const path = '/api/v0/charges/';
    const day = { gte: Date.parse(from) / 1000, lte: (Date.parse(to) + DAY_MS) / 1000 - 1 };
    const filtered = { select_filters: JSON.stringify({ day }), limit: 500 };
    const schema = chargeSchema(from === to ? `${from}T00:00:00Z` : null);
    let skipped = 0;
    let token = '';
    for (let pages = 0; pages < MAX_CHARGES_PAGES; pages += 1) {
      const query = { ...filtered, after_token: token || undefined };
      const page = pageIn(await read({ path, query, signal }), 'results', schema);
      charges.push(...page.read);
      skipped += page.skipped;
      if (page.nextToken === null) return usageOf(charges, skipped);
      if (page.nextToken === token) break;
      token = page.nextToken;
    }
    // A part of the charges would look like all of them, and a page that repeats like more.
    return incompatible(`GET ${path}`, 'pages without an end');
  });

/** Vast's API for one account (`docs/providers/vast.yaml`). Vast reports no rate of the account, and sends no rate limit headers. */
export function createVastClient(ports: ProviderPorts): ProviderClient {
  const { clock, isPublic = false } = ports;
  // First of all: an unknown key may be a 404, which elsewhere means that something is gone.
  const read: ProviderPorts['read'] = isPublic
    ? ports.read
    : (request) => ports.read(request).catch(asUnauthorized);
  const write: ProviderPorts['write'] = (request) => ports.write(request).catch(asUnauthorized);

  async function readPage(filter: HttpRequest['query'], signal?: AbortSignal): Promise<TokenPage> {
    const query = { limit: PAGE, order_by: '[{"col":"id","dir":"asc"}]', ...filter };
    const answer = await read({ path: LIST, query, signal }).catch(asChangedInterface);
    const page = pageIn(answer, 'instances', instanceSchema(clock.now()));
    const { total_instances: total } = fields(answer.json);
    const typed = typeof total === 'string' && /^\d{1,9}$/.test(total) ? Number(total) : total;
    return { ...page, total: count(typed) };
  }

  /** The few instances with these values, by one request. */
  async function readSome(values: object, signal?: AbortSignal): Promise<VmList> {
    const page = await readPage({ select_filters: JSON.stringify(values) }, signal);
    const { read: vms, skipped, nextToken, total } = page;
    const isComplete = nextToken === null && vms.length + skipped >= (total ?? 0);
    return { vms, skipped, isComplete };
  }

  const setState = (state: 'running' | 'stopped') =>
    named(async (vmId: string, signal?: AbortSignal) => {
      await write({ method: 'PUT', path: INSTANCE, vmId, body: { state }, signal });
    });

  const readUser = (signal?: AbortSignal) => read({ path: '/api/v0/users/current/', signal });

  function balanceIn(answer: Answered): number {
    const { balance, credit } = fields(answer.json);
    const sent = [balance, credit].filter((amount) => amount != null);
    const amounts = sent.filter((amount) => typeof amount === 'number');
    // A part alone would look like the whole.
    if (amounts.length === 0 || amounts.length < sent.length) return unreadable(answer);
    return amounts.reduce((sum, amount) => sum + amount, 0);
  }

  const search = searchBy(read, isPublic);
  const renting = rentingOf({ read, write, readUser, balanceIn, search, readSome });

  return {
    listVms: named((signal) =>
      readTokenPages((after_token) => readPage({ after_token }, signal), ports),
    ),
    // From the list: its pace is twice as fast as the pace of a single instance's call, and a missing instance is clear there.
    getVm: named(async (id, signal) => {
      if (!/^\d{1,16}$/.test(id)) throw new ServiceError({ kind: 'notFound' });
      const { vms, skipped, isComplete } = await readSome({ id: { eq: Number(id) } }, signal);
      const vm = vms.find((each) => each.id === id);
      if (vm !== undefined) return vm;
      // An answer to another question proves nothing.
      if (vms.length > 0 || skipped > 0 || !isComplete)
        return incompatible(`GET ${LIST}`, 'another instance');
      throw new ServiceError({ kind: 'notFound' });
    }),
    balance: named(async (signal) => balanceIn(await readUser(signal))),
    usage: readCharges(read),
    offers: named((wish, signal) => search(searchOf(wish), signal)),
    ...(!isPublic && { renting }),
    stopFromInside: STOP_FROM_INSIDE,
    operations: {
      start: setState('running'),
      stop: setState('stopped'),
      destroy: named(async (vmId, signal) => {
        await write({ method: 'DELETE', path: INSTANCE, vmId, intervalMs: DESTROY_MS, signal });
      }),
    },
  };
}

export const vast: Adapter = { open: createVastClient, isOwnError };
