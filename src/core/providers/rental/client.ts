import type { Spend } from '../../../shared/domain/billing.ts';
import { VM_OPERATIONS } from '../../../shared/domain/service-profile.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { MINUTE_MS, parseDateTime } from '../../../shared/format/index.ts';
import type { OfferWish } from '../../../shared/offers/gpu-offer.ts';
import type { DayRange } from '../../../shared/usage/day-range.ts';
import { readRecord, unreadable } from '../http/read.ts';
import { incompatible } from '../http/service-error.ts';
import type { ProviderClient, ProviderPorts } from '../provider.ts';
import { readGpuOffers } from './offers.ts';
import { profileSchema } from './profile.ts';
import { rentingOf } from './renting.ts';
import { createVmList } from './vm-list.ts';
import { SPEND_KEYS, spendSchema, USAGE_KEYS, usageSchema } from './wire/billing.ts';
import { readSshKeys } from './wire/ssh-key.ts';
import { vmSchema } from './wire/vm.ts';

const MAX_SPEND_AGE_MS = 10 * MINUTE_MS;

/** Small, since twenty VMs are looked up at once. */
const MAX_VM_BYTES = 256 * 1024;

/** A log entry per VM and hour: the largest response of the service. */
const MAX_USAGE_BYTES = 32 * 1024 * 1024;

/** A number, also as text; null: neither. */
function amountIn(sent: unknown): number | null {
  const isText = typeof sent === 'string' && /^-?\d{1,12}(\.\d+)?$/.test(sent);
  return isText || Number.isFinite(sent) ? Number(sent) : null;
}

/** The value that a JSON pointer (RFC 6901) names; undefined: there is none. */
function valueAt(json: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((value, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    const isInside = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isInside ? Reflect.get(value, name) : undefined;
  }, json);
}

/** Marks figures that the service calls old. @param date of the service's clock, so a wrong local clock does not matter */
function agedSpend(spend: Spend, date: number | null, now: number): Spend {
  const at = parseDateTime(spend.lastUpdated);
  const age = at === null || date === null ? 0 : date - at;
  if (age <= MAX_SPEND_AGE_MS) return spend;
  // Whole minutes: an answer that takes longer changes nothing.
  return { ...spend, outdatedAt: Math.round((now - age) / MINUTE_MS) * MINUTE_MS };
}

/** The rental service for one account (`docs/service.md`). What its document does not show, the service profile may say. */
export function createRentalClient(ports: ProviderPorts) {
  const { write, pace, clock } = ports;
  // Most accounts have none, and its schema takes 7 ms to make.
  const profile = ports.profile ? profileSchema.safeParse(ports.profile).data : undefined;

  const read: ProviderPorts['read'] = async (request) => {
    const answer = await ports.read(request);
    pace.noteRateLimit(answer.rateLimit);
    return answer;
  };

  const operations = Object.fromEntries(
    VM_OPERATIONS.flatMap((name) => {
      const operation = profile?.operations?.[name];
      if (operation === undefined) return [];
      const { method, path } = operation;
      const send = async (vmId: string, signal?: AbortSignal) =>
        void (await write({ method, path, vmId, answer: 'unparsed', signal }));
      return [[name, send]];
    }),
  );
  const { balance, sshKeys } = profile ?? {};
  const readBalance =
    balance &&
    (async (signal?: AbortSignal): Promise<number> => {
      const { path, pointer } = balance;
      const answer = await read({ path, signal, maxBytes: MAX_VM_BYTES });
      return amountIn(valueAt(answer.json, pointer)) ?? unreadable(answer);
    });
  const readKeys =
    sshKeys &&
    (async (signal?: AbortSignal) =>
      readSshKeys(await read({ path: sshKeys.path, signal, maxBytes: MAX_VM_BYTES })));
  const renting = rentingOf({ read, write, balance: readBalance, sshKeys: readKeys });

  return {
    listVms: createVmList({ ...ports, read }),
    async getVm(id: string, signal?: AbortSignal): Promise<Vm> {
      const maxBytes = MAX_VM_BYTES;
      const answer = await read({ path: '/vms/{vm_id}', vmId: id, signal, maxBytes });
      const vm = readRecord(vmSchema, answer, ['id']);
      return vm.id === id ? vm : incompatible(answer.endpoint, 'another VM');
    },
    operations,
    ...(readBalance && { balance: readBalance }),
    ...(!ports.isPublic && { renting }),
    offers: (wish: OfferWish, signal?: AbortSignal) => readGpuOffers(ports, wish, signal),
    async currentSpend(signal?: AbortSignal): Promise<Spend> {
      const answer = await read({ path: '/billing/current-spend', signal });
      return agedSpend(readRecord(spendSchema, answer, SPEND_KEYS), answer.date, clock.now());
    },
    async usage({ from, to }: DayRange, signal?: AbortSignal, hasLog = false) {
      const query = { start_date: from, end_date: to };
      const maxBytes = MAX_USAGE_BYTES;
      // Without noting the answer's rate limit, which may differ from the rate limit of the polls.
      const answer = await ports.read({ path: '/billing/usage', query, signal, maxBytes });
      return readRecord(usageSchema(hasLog), answer, USAGE_KEYS);
    },
  } satisfies ProviderClient;
}
