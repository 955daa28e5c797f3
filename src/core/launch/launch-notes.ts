import { join } from 'node:path';
import { z } from 'zod';
import { checkOrder, isAsOrdered, MIN_PASSWORD, type Vm } from '../../shared/domain/index.ts';
import { parseDateTime } from '../../shared/format/index.ts';
import { orderDraftSchema } from '../../shared/ipc/order-schema.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import type { Listing } from '../service/index.ts';

const text = z.string().max(200);

const noteSchema = z.lazy(() =>
  z.strictObject({
    id: text,
    /** Id of the account, or of the credential that a command was given. */
    account: z.string().max(2_500),
    /** Wall time, ms since the epoch. */
    sentAt: z.number(),
    /** By the service's clock, ms since the epoch; null: unknown. */
    createdSince: z.number().nullable(),
    /** Ids of the VMs before that are as ordered, too. */
    known: z.array(z.string()).readonly(),
    /** Unreadable records before. */
    skipped: z.number(),
    draft: orderDraftSchema,
  }),
);

/** A launch whose end is not known: written before it is sent, so that a killed program finds out later. Without secrets. */
export type LaunchNote = z.infer<typeof noteSchema>;

const fileSchema = z.lazy(() => z.object({ version: z.literal(1), launches: z.array(noteSchema) }));

const MAX_NOTES = 20;

const pathIn = (folder: string) => join(folder, 'launches.json');

/** The notes on disk. Without a readable file there are none. Write them under the lock only. */
export async function readNotes(folder: string): Promise<readonly LaunchNote[]> {
  try {
    return fileSchema.parse(JSON.parse(await readTextFile(pathIn(folder)))).launches;
  } catch {
    return [];
  }
}

/** @throws the file system's error */
export async function writeNotes(folder: string, notes: readonly LaunchNote[]): Promise<void> {
  const launches = notes.slice(-MAX_NOTES);
  await writeAtomically(pathIn(folder), `${JSON.stringify({ version: 1, launches })}\n`);
}

/** How far this computer's clock may be ahead of the service's, ms. */
const MAX_SKEW_MS = 600_000;

/**
 * What has to be known to recognize the VM later.
 * @param before the VMs right before the launch @param now ms since the epoch
 */
export function launchNote(
  { id, account, draft }: Pick<LaunchNote, 'id' | 'account' | 'draft'>,
  before: Pick<Listing<Vm>, 'items' | 'skipped'>,
  now: number,
): LaunchNote {
  const note = { id, account, draft, sentAt: now, skipped: before.skipped, known: [] };
  const times = before.items.flatMap(({ createdAt }) => parseDateTime(createdAt) ?? []);
  // The newest VM's creation is a time of the service's clock; one in the future is none.
  const createdSince = times.length === 0 ? null : Math.min(Math.max(...times), now - MAX_SKEW_MS);
  const known = createdVms({ ...note, createdSince }, before.items).map((vm) => vm.id);
  return { ...note, createdSince, known };
}

/** The VMs that the launch may have created. */
function createdVms({ draft, known, createdSince }: LaunchNote, vms: readonly Vm[]): readonly Vm[] {
  const checked = checkOrder(draft, draft.login === 'password' ? MIN_PASSWORD : null);
  if (!checked.ok) return [];
  const { order } = checked;
  const before = new Set(known);
  return vms.filter((vm) => {
    const createdAt = parseDateTime(vm.createdAt);
    const isOlder = createdAt !== null && createdSince !== null && createdAt < createdSince;
    return !isOlder && !before.has(vm.id) && isAsOrdered(vm, order);
  });
}

/** The VM that the launch created; `none`: there is none; null: not known from the list. */
export function launchedVm(
  note: LaunchNote,
  list: Pick<Listing<Vm>, 'items' | 'skipped' | 'isComplete'>,
): Vm | 'none' | null {
  const [vm] = createdVms(note, list.items);
  if (vm !== undefined) return vm;
  return list.isComplete && list.skipped <= note.skipped ? 'none' : null;
}
