import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { VmList } from '../../shared/domain/account-state.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { isChanging, type Vm } from '../../shared/domain/vm.ts';
import type { RequestInput } from '../../shared/ipc/contract.ts';
import type { LaunchText } from '../../shared/launch/current-launch.ts';
import { confirmedRate } from '../../shared/launch/launch-rate.ts';
import type { LaunchOrder, OrderAnswer } from '../../shared/launch/order.ts';
import { changedText, NO_TEXT } from '../../shared/launch/outcome-texts.ts';
import type { GpuOffer } from '../../shared/offers/gpu-offer.ts';
import { keyMaterial } from '../../shared/ssh/local-key.ts';
import { type Clock, sleep } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import type { ProviderClient, Renting } from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import { ProblemError } from '../user-error.ts';
import { type Finding, findLaunched, listedBefore } from './find-launched.ts';
import { addNote, changeNote, type LaunchNote, readLaunches, readNotes } from './launch-notes.ts';

export type LaunchRequest = Omit<RequestInput<'launchVm'>, 'accountId' | 'password'> & {
  readonly password: Secret | null;
};

/** `mark`: of its order, as in `Vm.mark`; null: nothing was sent. */
export type LaunchOutcome = { readonly mark: string | null } & LaunchEnd;

type LaunchEnd =
  /** Nothing was sent: why. `newOffer`: as it is now, where it is dearer than confirmed; null: gone, or another reason. */
  | { readonly kind: 'unsent'; readonly text: LaunchText; readonly newOffer: GpuOffer | null }
  /** `refused`: also where it was not sent. */
  | Exclude<OrderAnswer, { readonly kind: 'unknown' }>
  | ReturnType<typeof outcomeOf>;

export interface LaunchPorts {
  readonly client: Pick<ProviderClient, 'listVms' | 'getVm'> & { readonly renting: Renting };
  readonly clock: Clock;
  /** The folder of the notes and their lock: one launch at a time on this computer. */
  readonly folder: string;
  /** Stored, or given with its credential. */
  readonly account: { readonly id: string; readonly baseUrl: string };
  /** A UUID, whose first eight characters are the mark. */
  readonly newId: () => string;
  /** Sends also while an earlier launch may have created a VM, and forgets the earlier launch: the user has looked. */
  readonly isAnyway?: boolean;
  /** The note stays for `settleLaunches` until the VM is listed. */
  readonly isFollowed?: boolean;
  /** `checking`: the request had no usable answer; `answer` is why. */
  readonly onPhase?: (
    phase: 'sending' | 'checking',
    note: LaunchNote,
    answer: Problem | null,
  ) => void;
  /** An interrupted launch of another order created that VM. */
  readonly onEarlier?: (vm: Vm) => void;
  readonly signal?: AbortSignal;
}

type NotesPorts = Pick<LaunchPorts, 'account' | 'clock' | 'folder'>;

/** @throws FileError, `busy` while another launch is under way */
const locked = <T>({ folder, clock }: NotesPorts, run: () => Promise<T>) =>
  withFileLock(`${folder}/launch.lock`, clock, run);

/** As in `LaunchNote`. */
export const accountKey = ({ id, baseUrl }: LaunchPorts['account']) => `${id} ${baseUrl}`;

/** How long a VM may take to be listed after its answer was lost, ms. */
const MAX_CREATION_MS = 60_000;

/** How long the first list with a created VM is waited for, ms. */
const MAX_UNLISTED_MS = 10 * 60_000;

const OLD_VM: Problem = {
  kind: 'incompatible',
  endpoint: 'the order',
  found: 'a VM that existed before',
};

/** @throws the error when it is another one */
function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

async function look(note: LaunchNote, { client, signal }: LaunchPorts): Promise<Finding> {
  const { renting } = client;
  const { mark, vmId, order } = note;
  const marked = renting.findMarked?.(mark, order, signal);
  const list = await (marked ?? client.listVms(signal));
  const found = findLaunched(note, list, renting);
  if (vmId === null || found.isSure) return found;
  const vm = await client.getVm(vmId, signal).catch(problemOf);
  if (!('id' in vm) || vm.phase === 'destroyed') return found;
  return { vms: [vm], isSure: true, problem: null };
}

/** Looks until the VM appears, at most for that long. */
async function findVm(note: LaunchNote, ports: LaunchPorts, maxMs: number): Promise<Finding> {
  const { clock, signal } = ports;
  const endsAt = clock.monotonic() + maxMs;
  for (let pause = 1_000; ; pause *= 2) {
    const found = await look(note, ports).catch((error: unknown): Finding => {
      signal?.throwIfAborted();
      return { vms: [], isSure: false, problem: problemOf(error) };
    });
    const left = endsAt - clock.monotonic();
    if (found.isSure || left <= 0) return found;
    await sleep(clock, Math.min(pause, left), signal);
  }
}

/** The launch has a VM: its note ends, or is left to `settleLaunches`. */
async function endWith(note: LaunchNote, vmId: string, ports: LaunchPorts): Promise<void> {
  const isLeft = ports.isFollowed === true || note.stopLater !== null;
  const phase = isLeft ? 'created' : 'ended';
  await changeNote(ports.folder, note, { vmId, phase, before: null });
}

/** The result of a list in place of a usable answer. @param answer why; null: an earlier launch is meant, and nothing was sent now */
function outcomeOf(
  { order, vmId, mark }: LaunchNote,
  { vms, isSure, problem }: Finding,
  answer: Problem | null,
) {
  const [vm, ...others] = vms;
  const isAlarm = isSure;
  const unknown = { kind: 'unknown', answer, vms, vmId, isAlarm, problem, mark, order } as const;
  if (!isSure || vm === undefined || others.length > 0) return unknown;
  return { kind: 'found', vmId: vm.id, vm, answer } as const;
}

/** Equal for a repeated launch, which may name another offer: the first offer may be gone because its VM was created. */
function keyOfOrder({ offer, name, image, diskGb }: LaunchOrder): string {
  const { provider, gpuText, gpuCount, terms } = offer;
  return JSON.stringify([provider, gpuText, gpuCount, terms, name, image, diskGb]);
}

/** Ends earlier launches of the account. Returns the outcome that makes a new one needless; null: there is none. */
async function endEarlier(order: LaunchOrder, ports: LaunchPorts): Promise<LaunchEnd | null> {
  const { account, clock, folder } = ports;
  // Of the first one: the user has looked for no other.
  let { isAnyway = false } = ports;
  for (const note of await readNotes(folder, accountKey(account))) {
    if (note.phase === 'created') continue;
    const age = Math.max(clock.now() - note.sentAt, 0);
    const found = await findVm(note, ports, Math.max(MAX_CREATION_MS - age, 0));
    const outcome = outcomeOf(note, found, null);
    if (outcome.kind === 'unknown') {
      if (!isAnyway) return outcome;
      isAnyway = false;
      await changeNote(folder, note, null);
      continue;
    }
    const { vm } = outcome;
    await endWith(note, vm.id, ports);
    if (vm.phase === 'destroyed') continue;
    if (keyOfOrder(note.order) === keyOfOrder(order)) return outcome;
    ports.onEarlier?.(vm);
  }
  return null;
}

/** The order with a key that the account has; a text: why there is none. @throws ServiceError */
async function withLogin(
  { order, mayAddKey }: LaunchRequest,
  { client: { renting }, signal }: LaunchPorts,
): Promise<LaunchOrder | string> {
  const { login } = order;
  if (login.method !== 'publicKey') return order;
  const material = keyMaterial(login.publicKey);
  if (material === null) return 'Not a public SSH key.';
  const { keys } = await renting.choices(order.offer, signal);
  if (keys === null) return order;
  const known = keys.find(
    ({ publicKey }) => publicKey !== null && keyMaterial(publicKey) === material,
  );
  if (known !== undefined) return { ...order, login: { method: 'registered', id: known.id } };
  if (!mayAddKey || renting.addSshKey === undefined)
    return 'The account doesn’t have this SSH key. Add the key to the account first.';
  // A provider may take each name once: another computer adds its own key, and a repeated launch no second one.
  const hash = createHash('sha256').update(material).digest('hex');
  const name = `gpu-tray-${hash.slice(0, 8)}`;
  const id = await renting.addSshKey(name, login.publicKey, signal);
  return { ...order, login: { method: 'registered', id } };
}

/** Why the offer must be confirmed again; null: it is at most as dear as confirmed. */
async function changeOf(
  { order, maxPerHour }: LaunchRequest,
  { client: { renting }, signal }: LaunchPorts,
): Promise<LaunchEnd | null> {
  const { offer, diskGb, bid } = order;
  const quote = await renting.quote(offer.offer, diskGb, signal);
  const { gpuCount = null, stock = 'none' } = quote ?? {};
  const gpuIn = ({ gpu, gpuText }: GpuOffer) => gpu ?? gpuText;
  const isGpu = quote !== null && isDeepStrictEqual(gpuIn(quote), gpuIn(offer));
  const isSame = isGpu && gpuCount === (offer.gpuCount ?? gpuCount);
  const now = isSame && stock !== 'none' && stock !== 0 ? quote : null;
  const perHour = now && confirmedRate(now, bid);
  const isOutbid = bid !== null && bid < (now?.price.minBid ?? 0);
  const isUnknown = perHour === null && maxPerHour !== null;
  const isDearer = perHour !== null && maxPerHour !== null && perHour > maxPerHour + 1e-9;
  if (now !== null && !isOutbid && !isUnknown && !isDearer) return null;
  return { kind: 'unsent', text: changedText(order, maxPerHour, now), newOffer: now };
}

async function endOf(
  sent: LaunchNote,
  answer: OrderAnswer,
  ports: LaunchPorts,
): Promise<LaunchEnd> {
  const { folder, onPhase } = ports;
  if (answer.kind === 'created' && !sent.before?.ids.includes(answer.vmId)) {
    await endWith(sent, answer.vmId, ports);
    return answer;
  }
  const problem = answer.kind === 'created' ? OLD_VM : answer.problem;
  const note = { ...sent, vmId: answer.kind === 'unknown' ? answer.vmId : null };
  if (note.vmId !== null) await changeNote(folder, sent, { vmId: note.vmId });
  let found: Finding | null;
  if (answer.kind === 'refused') {
    // It may have created a VM against the provider's own description: the list is read once.
    found = await look(sent, ports).catch(() => null);
    if (!found?.isSure) {
      await changeNote(folder, sent, null);
      return answer;
    }
  } else {
    onPhase?.('checking', note, problem);
    found = await findVm(note, ports, MAX_CREATION_MS);
  }
  const outcome = outcomeOf(note, found, problem);
  if (outcome.kind === 'found') await endWith(note, outcome.vmId, ports);
  return outcome;
}

/** Everything that can be known before the order is sent. @throws ProblemError */
async function prepare(
  request: LaunchRequest,
  ports: LaunchPorts,
): Promise<LaunchEnd | LaunchNote> {
  const { client, clock, account, folder, newId, signal } = ports;
  const earlier = await endEarlier(request.order, ports);
  if (earlier !== null) return earlier;
  const order = await withLogin(request, ports);
  if (typeof order === 'string')
    return { kind: 'unsent', text: { ...NO_TEXT, errors: { login: order } }, newOffer: null };
  const before = await listedBefore(client, await readLaunches(folder), clock.now(), signal);
  const changed = await changeOf(request, ports);
  if (changed !== null) return changed;
  const id = newId();
  return {
    id,
    account: accountKey(account),
    sentAt: clock.now(),
    mark: id.slice(0, 8),
    order,
    confirmedPerHour: request.maxPerHour,
    stopLater: request.stopLater,
    vmId: null,
    phase: 'sent',
    before,
  };
}

async function sendOnce(request: LaunchRequest, ports: LaunchPorts): Promise<LaunchOutcome> {
  const { client, folder, signal, onPhase } = ports;
  try {
    const note = await prepare(request, ports);
    if ('kind' in note) return { mark: null, ...note };
    await addNote(folder, note);
    if (signal?.aborted) await changeNote(folder, note, null);
    signal?.throwIfAborted();
    onPhase?.('sending', note, null);
    const { order, mark } = note;
    const answer = await client.renting.send(order, mark, request.password ?? undefined).catch(
      // Nothing was sent. A defect, which may follow a sent order, leaves the note.
      (error: unknown): OrderAnswer => ({ kind: 'refused', problem: problemOf(error) }),
    );
    return { mark, ...(await endOf(note, answer, ports)) };
  } catch (error) {
    signal?.throwIfAborted();
    return { mark: null, kind: 'refused', problem: problemOf(error) };
  }
}

/**
 * Rents a VM with one order. Without a usable answer, nothing else is sent for the account until a list shows the outcome or the user
 * has looked, also after a restart. @throws FileError, or the signal's reason
 */
export const rentVm = (request: LaunchRequest, ports: LaunchPorts) =>
  locked(ports, () => sendOnce(request, ports));

interface SettlePorts extends NotesPorts {
  readonly renting: Renting;
  /** Called once for each VM that is listed, before this is noted. */
  readonly onListed: (note: LaunchNote, vm: Vm) => Promise<void>;
}

/** The rate of a VM that does not run yet may come later. */
const hasRate = ({ phase, rates }: Vm) => !isChanging(phase) || (rates.running ?? null) !== null;

/** The launch and its outcome, where the list says something new; none: it does not. */
async function settle(note: LaunchNote, list: VmList, ports: SettlePorts) {
  const { clock, folder, renting, onListed } = ports;
  const outcome = outcomeOf(note, findLaunched(note, list, renting), null);
  const age = clock.now() - note.sentAt;
  const isSent = note.phase === 'sent';
  const settled = [{ note, outcome }];
  if (outcome.kind === 'found') {
    const { vm } = outcome;
    if (isSent || note.stopLater !== null) await onListed(note, vm);
    const phase = hasRate(vm) ? 'ended' : 'created';
    await changeNote(folder, note, { vmId: vm.id, phase, before: null, stopLater: null });
    return hasRate(vm) || isSent ? settled : [];
  }
  if (outcome.isAlarm) {
    // An alarm, which the user ends.
    if (!isSent) await changeNote(folder, note, { phase: 'sent' });
    return settled;
  }
  if (isSent) return age >= MAX_CREATION_MS ? settled : [];
  // It was destroyed before a list showed it.
  if (age >= MAX_UNLISTED_MS && outcome.problem === null)
    await changeNote(folder, note, { phase: 'ended' });
  return [];
}

/**
 * Resolves launches of an account by a list of its VMs. A launch that the list does not show stays unknown.
 * @throws FileError, `busy` while another launch is under way
 */
export const settleLaunches = (list: VmList, ports: SettlePorts) =>
  locked(ports, async () => {
    const settled = [];
    for (const note of await readNotes(ports.folder, accountKey(ports.account)))
      settled.push(...(await settle(note, list, ports)));
    return settled;
  });

/** Forgets a launch whose end is unknown: the user has looked. @param mark null: none @throws as `settleLaunches` */
export const dismissLaunch = (mark: string | null, ports: NotesPorts): Promise<void> =>
  locked(ports, async () => {
    for (const note of await readNotes(ports.folder, accountKey(ports.account)))
      if (note.mark === mark && note.phase === 'sent') await changeNote(ports.folder, note, null);
  });
