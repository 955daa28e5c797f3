import { isDeepStrictEqual } from 'node:util';
import {
  checkOrder,
  type OrderDraft,
  type OrderErrors,
  type Problem,
  type ProblemKind,
  passwordLength,
  type Vm,
} from '../../shared/domain/index.ts';
import { CredentialError } from '../accounts/index.ts';
import { type Clock, sleep } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import type { Secret } from '../secret.ts';
import { type Listing, type ServiceClient, ServiceError } from '../service/index.ts';
import { type LaunchNote, launchedVm, launchNote, readNotes, writeNotes } from './launch-notes.ts';

/** How a launch ended. */
export type LaunchOutcome =
  /** Not sent: the service's rules forbid it. */
  | { readonly kind: 'invalid'; readonly errors: OrderErrors }
  /** Not sent, or refused: no VM was created. */
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'created'; readonly vm: Vm }
  /** The answer was lost, but a list has the VM. `isEarlier`: of a launch that was interrupted; nothing was sent now. */
  | { readonly kind: 'found'; readonly vm: Vm; readonly isEarlier: boolean }
  /** The answer was lost, and complete lists have no such VM. */
  | { readonly kind: 'absent'; readonly problem: Problem }
  /** The answer was lost, and the VMs could not be listed. */
  | { readonly kind: 'unknown'; readonly problem: Problem; readonly draft: OrderDraft };

export interface LaunchPorts {
  readonly client: Pick<ServiceClient, 'listVms' | 'createVm'>;
  readonly clock: Clock;
  /** Of the notes and their lock: one launch at a time on this computer. */
  readonly folder: string;
  /** Stored, or given with its credential. */
  readonly account: { readonly id: string; readonly baseUrl: string };
  readonly newId: () => string;
  readonly onPhase?: (phase: 'sending' | 'checking') => void;
  /** An interrupted launch of another order created that VM. */
  readonly onEarlier?: (vm: Vm) => void;
  readonly signal?: AbortSignal;
}

const launchLock = (folder: string) => `${folder}/launch.lock`;

/** As in `LaunchNote`. */
export const accountKey = ({ id, baseUrl }: LaunchPorts['account']) => `${id} ${baseUrl}`;

/** How long a VM may take to be listed after its answer was lost, ms. */
const MAX_CREATION_MS = 60_000;

/** After one of these, no VM was created: the service refused, or the request did not reach it. */
const NOT_CREATED: readonly ProblemKind[] = [
  'unauthorized',
  'forbidden',
  'notFound',
  'invalid',
  'insufficientBalance',
  'rateLimited',
  'dns',
];

/** @throws the error when it is another one */
function problemOf(error: unknown): Problem {
  if (error instanceof ServiceError || error instanceof CredentialError) return error.problem;
  throw error;
}

/** Lists until the VM appears, at most for that long. Returns the VM, `none`, or why the VMs could not be listed. */
async function findVm(
  note: LaunchNote,
  { client, clock, signal }: LaunchPorts,
  maxMs: number,
): Promise<Vm | 'none' | Problem> {
  const endsAt = clock.monotonic() + maxMs;
  for (let pause = 1_000; ; pause *= 2) {
    let problem: Problem = { kind: 'incompleteList' };
    try {
      const found = launchedVm(note, await client.listVms(signal));
      const isLate = clock.monotonic() >= endsAt;
      if (found !== null && (found !== 'none' || isLate)) return found;
    } catch (error) {
      signal?.throwIfAborted();
      problem = problemOf(error);
    }
    const left = endsAt - clock.monotonic();
    if (left <= 0) return problem;
    await sleep(clock, Math.min(pause, left), signal);
  }
}

/** Ends earlier launches of the account. Returns the outcome that makes a new one needless; null: there is none. */
async function endEarlier(draft: OrderDraft, ports: LaunchPorts): Promise<LaunchOutcome | null> {
  const { account, clock, folder } = ports;
  for (const note of await readNotes(folder)) {
    if (note.account !== accountKey(account)) continue;
    const age = Math.max(clock.now() - note.sentAt, 0);
    const found = await findVm(note, ports, Math.max(MAX_CREATION_MS - age, 0));
    if (found !== 'none' && 'kind' in found)
      return { kind: 'unknown', problem: found, draft: note.draft };
    await forget(note, folder);
    if (found === 'none') continue;
    if (isDeepStrictEqual(note.draft, draft)) return { kind: 'found', vm: found, isEarlier: true };
    ports.onEarlier?.(found);
  }
  return null;
}

/** Never rejects, which would hide how the launch ended: a note that stays is only looked up again. */
async function forget({ id }: LaunchNote, folder: string): Promise<void> {
  const notes = await readNotes(folder);
  const others = notes.filter((note) => note.id !== id);
  await writeNotes(folder, others).catch(() => {});
}

/** What became of a launch without an answer. */
async function lookUp(
  note: LaunchNote,
  problem: Problem,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  ports.onPhase?.('checking');
  const found = await findVm(note, ports, MAX_CREATION_MS);
  if (found === 'none') return { kind: 'absent', problem };
  if ('kind' in found) return { kind: 'unknown', problem: found, draft: note.draft };
  return { kind: 'found', vm: found, isEarlier: false };
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
    const before = await client.listVms(signal);
    const id = ports.newId();
    const note = launchNote({ id, account: accountKey(account), draft }, before, clock.now());
    await writeNotes(folder, [...(await readNotes(folder)), note]);
    signal?.throwIfAborted();
    ports.onPhase?.('sending');
    const outcome = await client.createVm(checked.order, password ?? undefined).then(
      (vm): LaunchOutcome => ({ kind: 'created', vm }),
      (error: unknown) => {
        const problem = problemOf(error);
        const isRefused = error instanceof CredentialError || NOT_CREATED.includes(problem.kind);
        return isRefused ? ({ kind: 'refused', problem } as const) : lookUp(note, problem, ports);
      },
    );
    if (outcome.kind !== 'unknown') await forget(note, folder);
    return outcome;
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'refused', problem: problemOf(error) };
  }
}

/** A launch that was interrupted, and how it ended. */
export interface EndedLaunch {
  readonly draft: OrderDraft;
  /** Null: no VM was created. */
  readonly vm: Vm | null;
}

/**
 * Ends the launches of an account that were interrupted, by a list of its VMs. Those that it decides nothing about stay noted.
 * @throws LockTimeout while another launch is under way, LockUnavailable
 */
export function endLaunches(
  list: Pick<Listing<Vm>, 'items' | 'skipped' | 'isComplete'>,
  { account, clock, folder }: Pick<LaunchPorts, 'account' | 'clock' | 'folder'>,
): Promise<readonly EndedLaunch[]> {
  return withFileLock(launchLock(folder), clock, async () => {
    const ended: EndedLaunch[] = [];
    for (const note of await readNotes(folder)) {
      if (note.account !== accountKey(account)) continue;
      const found = launchedVm(note, list);
      const isOver = clock.now() - note.sentAt >= MAX_CREATION_MS;
      if (found === null || (found === 'none' && !isOver)) continue;
      await forget(note, folder);
      ended.push({ draft: note.draft, vm: found === 'none' ? null : found });
    }
    return ended;
  });
}

/**
 * Creates a VM with one request. A lost answer is resolved by listing the VMs; until that is done, here or after a restart,
 * nothing else is sent for the account.
 * @throws LockTimeout, LockUnavailable, the file system's error, or the signal's reason
 */
export function launchVm(
  draft: OrderDraft,
  password: Secret | null,
  ports: LaunchPorts,
): Promise<LaunchOutcome> {
  return withFileLock(launchLock(ports.folder), ports.clock, () =>
    sendOnce(draft, password, ports),
  );
}
