import { isDeepStrictEqual } from 'node:util';
import type { OrderDraft, OrderErrors } from '../../shared/domain/order-draft.ts';
import type { Problem, ProblemKind } from '../../shared/domain/problem.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { checkOrder, passwordLength } from '../../shared/domain/vm-order.ts';
import type { UnknownLaunch } from '../../shared/launch/launch.ts';
import { CredentialError } from '../accounts/index.ts';
import { type Clock, sleep } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import { type Listing, type ProviderClient, ServiceError } from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import { ProblemError } from '../user-error.ts';
import {
  addNote,
  endNote,
  type Finding,
  findLaunched,
  type LaunchNote,
  launchNote,
  readNotes,
} from './launch-notes.ts';

export type LaunchOutcome =
  /** Not sent: the service's rules forbid it. */
  | { readonly kind: 'invalid'; readonly errors: OrderErrors }
  /** Not sent, or refused: no VM was created. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'created'; readonly vm: Vm }
  /** No usable answer, but a list has the VM. `isEarlier`: of a launch that was interrupted; nothing was sent now. */
  | {
      readonly kind: 'found';
      readonly vm: Vm;
      readonly isEarlier: boolean;
      /** Why there was no usable answer; null: of an earlier launch. */
      readonly answer: Problem | null;
    }
  | ({ readonly kind: 'unknown' } & UnknownLaunch);

export interface LaunchPorts {
  readonly client: Required<Pick<ProviderClient, 'listVms' | 'createVm'>>;
  readonly clock: Clock;
  /** The folder of the notes and their lock: one launch at a time on this computer. */
  readonly folder: string;
  /** Stored, or given with its credential. */
  readonly account: { readonly id: string; readonly baseUrl: string };
  readonly newId: () => string;
  /** Sends also while an earlier launch may have created a VM, and forgets the earlier launch. */
  readonly isAnyway?: boolean;
  /** `checking`: the request had no usable answer; `answer` is why. */
  readonly onPhase?: (phase: 'sending' | 'checking', answer: Problem | null) => void;
  /** An interrupted launch of another order created that VM. */
  readonly onEarlier?: (vm: Vm) => void;
  readonly signal?: AbortSignal;
}

/** @throws LockTimeout while another launch is under way, LockUnavailable */
const locked = <T>(
  { folder, clock }: Pick<LaunchPorts, 'folder' | 'clock'>,
  run: () => Promise<T>,
) => withFileLock(`${folder}/launch.lock`, clock, run);

/** As in `LaunchNote`. */
export const accountKey = ({ id, baseUrl }: LaunchPorts['account']) => `${id} ${baseUrl}`;

/** How long a VM may take to be listed after its answer was lost, ms. */
const MAX_CREATION_MS = 60_000;

/** How long a launch that no list shows is looked for before it is forgotten, ms. */
const FORGOTTEN_MS = 10 * 60_000;

/** Failures before the request was sent. */
const NOT_SENT: readonly ProblemKind[] = ['rateLimited', 'dns'];

/** The refusals in the service's own form (docs/service.md, `POST /vms`). A gateway that answers so has not passed the order on. */
const REFUSALS: readonly ProblemKind[] = [
  'invalid',
  'insufficientBalance',
  'unauthorized',
  'forbidden',
];

const DOCUMENTED: readonly number[] = [400, 401, 403, 422];

const OLD_VM: Problem = {
  kind: 'incompatible',
  endpoint: 'POST /vms',
  found: 'a VM that existed before',
};

/** Whether no VM was created, for certain. */
function isRefusal(error: unknown): boolean {
  if (error instanceof CredentialError) return true;
  if (!(error instanceof ServiceError)) return false;
  const { problem, status } = error;
  if (status === null) return [...NOT_SENT, ...REFUSALS].includes(problem.kind);
  // The status of a missing balance is not documented.
  const isDocumented = problem.kind === 'insufficientBalance' || DOCUMENTED.includes(status);
  return REFUSALS.includes(problem.kind) && isDocumented && status < 500;
}

/** @throws the error when it is another one */
function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

/** Lists until the VM appears, at most for that long. */
async function findVm(
  note: LaunchNote,
  { client, clock, signal }: LaunchPorts,
  maxMs: number,
): Promise<Finding> {
  const endsAt = clock.monotonic() + maxMs;
  for (let pause = 1_000; ; pause *= 2) {
    const found = await client.listVms(signal).then(
      (list) => findLaunched(note, list),
      (error: unknown): Finding => {
        signal?.throwIfAborted();
        return { kind: 'unknown', vms: [], problem: problemOf(error) };
      },
    );
    const left = endsAt - clock.monotonic();
    if (found.kind === 'vm' || left <= 0) return found;
    await sleep(clock, Math.min(pause, left), signal);
  }
}

/** Ends earlier launches of the account. Returns the outcome that makes a new one needless; null: there is none. */
async function endEarlier(draft: OrderDraft, ports: LaunchPorts): Promise<LaunchOutcome | null> {
  const { account, clock, folder, isAnyway = false } = ports;
  for (const note of await readNotes(folder, accountKey(account))) {
    const age = Math.max(clock.now() - note.sentAt, 0);
    const found = await findVm(note, ports, Math.max(MAX_CREATION_MS - age, 0));
    if (found.kind === 'unknown' && !isAnyway) return { ...found, answer: null, draft: note.draft };
    await endNote(folder, note, found.kind === 'vm' ? found.vm : null);
    if (found.kind !== 'vm') continue;
    const { vm } = found;
    if (isDeepStrictEqual(note.draft, draft))
      return { kind: 'found', vm, isEarlier: true, answer: null };
    ports.onEarlier?.(vm);
  }
  return null;
}

async function lookUp(
  note: LaunchNote,
  answer: Problem,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  ports.onPhase?.('checking', answer);
  const found = await findVm(note, ports, MAX_CREATION_MS);
  switch (found.kind) {
    case 'none':
      return { kind: 'unknown', vms: [], problem: null, answer, draft: note.draft };
    case 'unknown':
      return { ...found, answer, draft: note.draft };
    case 'vm':
      return { kind: 'found', vm: found.vm, isEarlier: false, answer };
  }
}

async function sendOnce(
  draft: OrderDraft,
  password: Secret | null,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  const { client, clock, folder, account, signal } = ports;
  const checked = checkOrder(draft, password && passwordLength(password.reveal()));
  if (!checked.ok) return { kind: 'invalid', errors: checked.errors };
  try {
    const earlier = await endEarlier(draft, ports);
    if (earlier !== null) return earlier;
    const { items: before } = await client.listVms(signal);
    const id = ports.newId();
    const note = launchNote({ id, account: accountKey(account), draft }, before, clock.now());
    await addNote(folder, note);
    signal?.throwIfAborted();
    ports.onPhase?.('sending', null);
    const outcome = await client.createVm(checked.order, password ?? undefined).then(
      (vm): LaunchOutcome | Promise<LaunchOutcome> =>
        note.known.includes(vm.id) ? lookUp(note, OLD_VM, ports) : { kind: 'created', vm },
      (error: unknown) => {
        const problem = problemOf(error);
        return isRefusal(error)
          ? ({ kind: 'refused', problem } as const)
          : lookUp(note, problem, ports);
      },
    );
    if (outcome.kind !== 'unknown')
      await endNote(folder, note, 'vm' in outcome ? outcome.vm : null);
    return outcome;
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'refused', problem: problemOf(error) };
  }
}

/** A launch that was interrupted, and its finding in a list. */
export interface EarlierLaunch {
  readonly id: string;
  readonly draft: OrderDraft;
  readonly found: Finding;
}

/** Whether a list says enough of an interrupted launch. @param ageMs since it was sent */
function isConclusive(found: Finding, ageMs: number): boolean {
  if (found.kind === 'none') return ageMs >= FORGOTTEN_MS;
  return found.kind === 'vm' || (ageMs >= MAX_CREATION_MS && found.vms.length > 0);
}

type NotesPorts = Pick<LaunchPorts, 'account' | 'clock' | 'folder'>;

/**
 * Ends interrupted launches of an account by a list of its VMs. Launches of which the list tells nothing are not returned.
 * @throws LockTimeout while another launch is under way, LockUnavailable, LaunchNotesError
 */
export function endLaunches(
  list: Pick<Listing<Vm>, 'items' | 'skipped' | 'isComplete'>,
  ports: NotesPorts,
): Promise<readonly EarlierLaunch[]> {
  const { account, clock, folder } = ports;
  return locked(ports, async () => {
    const ended: EarlierLaunch[] = [];
    for (const note of await readNotes(folder, accountKey(account))) {
      const found = findLaunched(note, list);
      if (!isConclusive(found, clock.now() - note.sentAt)) continue;
      if (found.kind !== 'unknown')
        await endNote(folder, note, found.kind === 'vm' ? found.vm : null);
      ended.push({ id: note.id, draft: note.draft, found });
    }
    return ended;
  });
}

/** Forgets the launches of an account whose end is unknown: the user has looked. @throws as `endLaunches` */
export function forgetLaunches(ports: NotesPorts): Promise<void> {
  const { account, folder } = ports;
  return locked(ports, async () => {
    for (const note of await readNotes(folder, accountKey(account)))
      await endNote(folder, note, null);
  });
}

/**
 * Creates a VM with one request. Without a usable answer, nothing else is sent for the account until a list shows the outcome, also
 * after a restart. @throws LockTimeout, LockUnavailable, LaunchNotesError, or the signal's reason
 */
export const launchVm = (draft: OrderDraft, password: Secret | null, ports: LaunchPorts) =>
  locked(ports, () => sendOnce(draft, password, ports));
