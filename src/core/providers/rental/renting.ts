import type { Vm } from '../../../shared/domain/vm.ts';
import { orderErrors } from '../../../shared/launch/check-order.ts';
import type { LaunchChoices, LaunchOrder, RegisteredKey } from '../../../shared/launch/order.ts';
import type { GpuOffer } from '../../../shared/offers/gpu-offer.ts';
import type { Secret } from '../../secret.ts';
import { readRecord } from '../http/read.ts';
import { orNull, type ServiceError, unsent } from '../http/service-error.ts';
import { answerOfError } from '../order-answer.ts';
import type { ProviderPorts, Renting } from '../provider.ts';
import { type OfferHandle, offerOf, parseHandle, quoteOffer } from './offers.ts';
import {
  DEFAULT_TEMPLATE,
  GPU_COUNTS,
  GPU_TYPES,
  MIN_STORAGE_GB,
  orderedType,
  plain,
  RENTALS,
  RESERVATION_MONTHS,
  TEMPLATES,
} from './order-sets.ts';
import { vmSchema } from './wire/vm.ts';

function invalid(detail: string): never {
  throw unsent({ kind: 'invalid', detail });
}

/** The value of a closed set. @throws ServiceError `unsent` */
function chosen<T extends string | number>(values: readonly T[], value: unknown, what: string): T {
  const found = values.find((each) => each === value);
  return found ?? invalid(`Choose ${what}: ${values.join(', ')}.`);
}

/** @throws ServiceError `unsent` */
function loginOf(login: LaunchOrder['login'], password: string | null) {
  if (login.method === 'publicKey') return invalid('This service takes no key with an order.');
  if (login.method === 'password') return { auth_method: 'password', password };
  return { auth_method: 'ssh_key', ...(login.id !== null && { ssh_key_id: login.id }) };
}

/** The machine of an order, as it is sent. @throws ServiceError `unsent` */
function machineOf({ node, gpuType, gpuCount, rental }: OfferHandle) {
  return {
    node: node === '' ? invalid('Enter a node, such as vm03.') : node,
    gpu_type: chosen(GPU_TYPES, orderedType(gpuType), 'a GPU type'),
    gpu_count: chosen(GPU_COUNTS, gpuCount, 'a number of GPUs'),
    rental_type: chosen(RENTALS, rental, 'a rental type'),
  };
}

/** A machine that is in no list: the service says whether it can be rented. Null: no handle. @throws ServiceError `unsent` */
function unlistedOffer(handle: string): GpuOffer | null {
  const of = parseHandle(handle);
  if (of === null) return null;
  machineOf(of);
  return offerOf({ ...of, available: null, price: null, isOfOne: false }, 1);
}

const NOTES: Readonly<Record<(typeof RENTALS)[number], string>> = {
  on_demand: 'A stop keeps the disk, which is billed until you destroy the VM.',
  interruptible: 'The VM may be interrupted at any time. Its disk is kept, and billed.',
  reserved: 'A stop saves nothing: the reservation is billed either way.',
};

/** The choices that all accounts have. */
function choicesOf(handle: string): LaunchChoices {
  const { rental = 'on_demand', months = null } = parseHandle(handle) ?? {};
  const type = RENTALS.find((each) => each === rental);
  return {
    images: TEMPLATES,
    hasOtherImages: false,
    defaultImage: DEFAULT_TEMPLATE,
    disk: { min: MIN_STORAGE_GB, usual: MIN_STORAGE_GB },
    hasName: false,
    keys: [],
    hasPassword: true,
    months: type !== 'reserved' ? [] : months === null ? RESERVATION_MONTHS : [months],
    minBid: null,
    balance: null,
    notes: [...(type === undefined ? [] : [NOTES[type]]), 'Destroy deletes the disk.'],
  };
}

/** The body of `POST /vms`. Optional fields are omitted rather than sent as null. @throws ServiceError `unsent` */
function bodyOf(sent: LaunchOrder, password: string | null) {
  const { offer, login, image, diskGb, months } = sent;
  const of = parseHandle(offer.offer) ?? invalid('Not an offer of this service.');
  const machine = machineOf(of);
  const order = { ...sent, diskGb: diskGb ?? MIN_STORAGE_GB, months: months ?? of.months };
  const [error] = Object.values(orderErrors(order, choicesOf(offer.offer), password));
  if (error !== undefined) return invalid(error);
  return {
    ...machine,
    storage_gb: order.diskGb,
    template_vmid: Number(image ?? DEFAULT_TEMPLATE),
    ...(order.months !== null && { reservation_months: order.months }),
    ...loginOf(login, password),
  };
}

const GIB_IN_GB = 2 ** 30 / 10 ** 9;

/** A number of GB, also where it was converted to or from GiB and rounded. */
const isSize = (gb: number, ordered: number) =>
  [ordered, ordered / GIB_IN_GB, ordered * GIB_IN_GB].some((size) =>
    [Math.floor(size), Math.ceil(size)].includes(gb),
  );

/** Whether the VM matches the order; missing fields are ignored. */
function isAsOrdered(vm: Vm, { offer, diskGb }: LaunchOrder): boolean {
  const { gpuType, gpuCount, storageGb, order: { node, rental } = {} } = vm;
  const of = parseHandle(offer.offer);
  return (
    of !== null &&
    (!node || plain(node) === plain(of.node)) &&
    (!gpuType || orderedType(gpuType) === orderedType(of.gpuType)) &&
    (!gpuCount || gpuCount === of.gpuCount) &&
    (!storageGb || isSize(storageGb, diskGb ?? MIN_STORAGE_GB)) &&
    (!rental || plain(rental) === plain(of.rental))
  );
}

/** The refusals in the service's own form (`docs/service.md`). The status of a missing balance is not documented. */
function isRefusal({ problem, status }: ServiceError): boolean {
  if (status === null || status >= 500) return false;
  return problem.kind === 'insufficientBalance' || [400, 401, 403, 422].includes(status);
}

interface Parts extends Pick<ProviderPorts, 'read' | 'write'> {
  /** Absent: the service profile has no such call. */
  readonly balance: ((signal?: AbortSignal) => Promise<number>) | undefined;
  readonly sshKeys: ((signal?: AbortSignal) => Promise<readonly RegisteredKey[]>) | undefined;
}

/** Orders at the rental service. VMs carry no mark there: a new VM as ordered is the launched one. */
export const rentingOf = ({ read, write, balance, sshKeys }: Parts) =>
  ({
    async choices({ offer }: GpuOffer, signal?: AbortSignal) {
      const keys = (await sshKeys?.(signal)) ?? [];
      const left = await balance?.(signal).catch(orNull(signal));
      return { ...choicesOf(offer), keys, balance: left ?? null };
    },
    quote: async (offer: string, _diskGb: number | null, signal?: AbortSignal) =>
      (await quoteOffer({ read }, offer, signal)) ?? unlistedOffer(offer),
    async send(order: LaunchOrder, _mark: string, password?: Secret) {
      const body = bodyOf(order, password?.reveal() ?? null);
      const request = { method: 'POST', path: '/vms', body, createdIn: () => null } as const;
      try {
        const answer = await write({ ...request, ...(password && { secrets: [password] }) });
        const vm = readRecord(vmSchema, answer, ['id']);
        return { kind: 'created', vmId: vm.id, vm } as const;
      } catch (error) {
        return answerOfError(isRefusal)(error);
      }
    },
    isAsOrdered,
  }) satisfies Renting;
