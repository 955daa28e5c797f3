import { join } from 'node:path';
import { z } from 'zod';
import type { OrderDraft } from '../../shared/domain/order-draft.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import {
  checkOrder,
  isAsOrdered,
  isDraft,
  MIN_PASSWORD,
  TEMPLATES,
} from '../../shared/domain/vm-order.ts';
import { parseDateTime } from '../../shared/format/index.ts';
import { fileFailure, readTextFileIfAny, writeAtomically } from '../files/index.ts';
import type { Listing } from '../providers/index.ts';
import { tryJson } from '../try-json.ts';
import { UserError } from '../user-error.ts';

const noteSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    /** Id of the account, or of the credential that a command was given. */
    account: z.string(),
    /** Wall time, ms since the epoch. */
    sentAt: z.number(),
    /** By the service's clock, ms since the epoch; null: unknown. */
    createdSince: z.number().nullable(),
    /** Ids of the VMs before. */
    known: z.array(z.string()).readonly(),
    /** Only of earlier versions, whose `known` has no other VMs than those that are as ordered, too. */
    skipped: z.number().optional(),
    draft: z.custom<OrderDraft>(isDraft),
  }),
);

/** A launch whose end is not known: written before it is sent, so that a killed program finds out later. Without secrets. */
export type LaunchNote = z.infer<typeof noteSchema>;

/** A VM that was launched here from a template with WebUI and Jupyter, which no record of a VM names. */
const webVmSchema = z.lazy(() =>
  z.looseObject({
    /** As in a note. */
    account: z.string(),
    vmId: z.string(),
    template: z.number(),
    /** The time of the launch, ms since the epoch. */
    sentAt: z.number(),
  }),
);

export type WebVm = z.infer<typeof webVmSchema>;

/** The newest are kept. */
const MAX_WEB_VMS = 500;

/** Everything is kept as it was read: a newer version may have added fields. */
const fileSchema = z.lazy(() =>
  z.looseObject({
    version: z.literal(1),
    launches: z.array(z.looseObject({ id: z.string(), account: z.string() })),
    webVms: z.array(webVmSchema).optional().catch(undefined),
  }),
);

type NotesFile = z.infer<typeof fileSchema>;

const pathIn = (folder: string) => join(folder, 'launches.json');

/** The notes cannot be read or written, so no launch may be sent. */
export class LaunchNotesError extends UserError {
  override readonly name = 'LaunchNotesError';

  constructor(message: string, options?: ErrorOptions) {
    super({ kind: 'launchNotes', message, action: '' }, options);
  }
}

function unreadable(folder: string): never {
  throw new LaunchNotesError(
    `Nothing was sent: ${pathIn(folder)} lists unfinished launches, but is damaged or from a newer version of GPU Tray. Update GPU Tray; if that doesn’t help, check the VMs in the web console, then move the file away.`,
  );
}

function unusable(error: unknown, folder: string, doing: 'read' | 'write'): never {
  const { reason, action } = fileFailure(error);
  throw new LaunchNotesError(`Failed to ${doing} ${pathIn(folder)}${reason} ${action}`, {
    cause: error,
  });
}

/** Only a missing file is an empty one. @throws LaunchNotesError */
async function readFile(folder: string): Promise<NotesFile> {
  const text = await readTextFileIfAny(pathIn(folder)).catch((error: unknown) =>
    unusable(error, folder, 'read'),
  );
  if (text === null) return { version: 1, launches: [] };
  return fileSchema.safeParse(tryJson(text)).data ?? unreadable(folder);
}

async function writeFile(folder: string, file: NotesFile): Promise<void> {
  const text = `${JSON.stringify(file)}\n`;
  await writeAtomically(pathIn(folder), text).catch((error: unknown) =>
    unusable(error, folder, 'write'),
  );
}

/** The accounts that have notes, and the VMs with a WebUI. @throws LaunchNotesError */
export async function readLaunches(folder: string) {
  const { launches, webVms = [] } = await readFile(folder);
  return { accounts: launches.map(({ account }) => account), webVms };
}

/** The notes of an account. Call this and the next two under the lock. @throws LaunchNotesError, also for a note with unknown fields */
export async function readNotes(folder: string, account: string): Promise<readonly LaunchNote[]> {
  const { launches } = await readFile(folder);
  const own = launches.filter((note) => note.account === account);
  return own.map((note) => noteSchema.safeParse(note).data ?? unreadable(folder));
}

/** @throws LaunchNotesError */
export async function addNote(folder: string, note: LaunchNote): Promise<void> {
  const file = await readFile(folder);
  await writeFile(folder, { ...file, launches: [...file.launches, note] });
}

/** Forgets a note, and keeps the template of its VM. Never rejects: a note that stays is only looked up again. @param vm null: none */
export async function endNote(folder: string, note: LaunchNote, vm: Vm | null): Promise<void> {
  const { id, account, sentAt, draft } = note;
  try {
    const { webVms = [], ...file } = await readFile(folder);
    const launches = file.launches.filter((other) => other.id !== id);
    const template = TEMPLATES.find(({ vmid }) => String(vmid) === draft.template);
    const added =
      vm !== null && template?.hasWeb === true
        ? [{ account, vmId: vm.id, template: template.vmid, sentAt }]
        : [];
    const kept = [...webVms, ...added].slice(-MAX_WEB_VMS);
    await writeFile(folder, { ...file, launches, ...(kept.length > 0 && { webVms: kept }) });
  } catch (error) {
    if (!(error instanceof LaunchNotesError)) throw error;
  }
}

/** How far this computer's clock may be ahead of the service's, ms. */
const MAX_SKEW_MS = 600_000;

/** The facts to recognize the VM later. @param before the VMs right before the launch @param now ms since the epoch */
export function launchNote(
  { id, account, draft }: Pick<LaunchNote, 'id' | 'account' | 'draft'>,
  before: readonly Vm[],
  now: number,
): LaunchNote {
  const times = before.flatMap(({ createdAt }) => parseDateTime(createdAt) ?? []);
  // The newest VM's creation is a time of the service's clock; one in the future is none.
  const createdSince = times.length === 0 ? null : Math.min(Math.max(...times), now - MAX_SKEW_MS);
  return { id, account, draft, sentAt: now, createdSince, known: before.map((vm) => vm.id) };
}

/** The result of a list of VMs for a launch without an answer. */
export type Finding =
  | { readonly kind: 'vm'; readonly vm: Vm }
  | { readonly kind: 'none' }
  /** These VMs are new, and may be of the launch. Without any, the list may lack it. */
  | { readonly kind: 'unknown'; readonly vms: readonly Vm[]; readonly problem: Problem };

/** A single new VM that is as ordered is the launched VM. Only a complete list shows that no VM is new. */
export function findLaunched(
  { draft, known, createdSince, skipped: ofEarlierVersion }: LaunchNote,
  { items, skipped, isComplete }: Pick<Listing<Vm>, 'items' | 'skipped' | 'isComplete'>,
): Finding {
  const checked = checkOrder(draft, draft.login === 'password' ? MIN_PASSWORD : null);
  const before = new Set(known);
  const isOlder = (vm: Vm) => {
    const createdAt = parseDateTime(vm.createdAt);
    return createdAt !== null && createdSince !== null && createdAt <= createdSince;
  };
  const added = items.filter(
    (vm) => !before.has(vm.id) && (ofEarlierVersion === undefined || !isOlder(vm)),
  );
  const matching = added.filter(
    (vm) => checked.ok && !isOlder(vm) && isAsOrdered(vm, checked.order),
  );
  const [vm, ...others] = matching;
  if (vm !== undefined && others.length === 0) return { kind: 'vm', vm };
  if (added.length === 0 && isComplete && skipped === 0) return { kind: 'none' };
  const vms = vm === undefined ? added : matching;
  return { kind: 'unknown', vms, problem: { kind: 'incompleteList' } };
}
