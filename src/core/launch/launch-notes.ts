import { join } from 'node:path';
import { z } from 'zod';
import { launchOrder } from '../../shared/launch/order.ts';
import { orderOfDraft, presetOrder } from '../../shared/launch/preset-order.ts';
import { fileFailure, readTextFileIfAny, writeAtomically } from '../files/index.ts';
import { tryJson } from '../try-json.ts';
import { UserError } from '../user-error.ts';

const noteSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    /** Id of the account, or of the credential that a command was given. */
    account: z.string(),
    /** Wall time, ms since the epoch. */
    sentAt: z.number(),
    /** Went with the order, see `Vm.mark`; in a note of an earlier version its id. */
    mark: z.string(),
    order: launchOrder,
    /** $/h of the machine; null: unknown. */
    confirmedPerHour: z.number().nullable(),
    /** As `parseAutoStop` at `sentAt`, to be set once the VM is listed; null: none. */
    stopLater: z.string().nullable(),
    /** Named by the answer; null: none. */
    vmId: z.string().nullable(),
    /** The VM exists: its rate and its auto-stop are left to do. */
    isCreated: z.boolean(),
    /** By the service's clock, ms since the epoch; null: unknown. */
    createdSince: z.number().nullable(),
    /** Ids of the VMs before, where VMs carry no mark. */
    known: z.array(z.string()).readonly(),
    /** Some VMs before are not in `known`, since they could not be read. */
    hasGaps: z.boolean().optional(),
  }),
);

/** A launch whose end is not known: written before it is sent, so that a killed program finds out later. Without secrets. */
export type LaunchNote = z.infer<typeof noteSchema>;

const launchedSchema = z.lazy(() =>
  z.looseObject({
    /** As in a note. */
    account: z.string(),
    vmId: z.string(),
    /** ms since the epoch. */
    sentAt: z.number(),
    /** Null: launched by an earlier version. */
    order: presetOrder.nullable().catch(null).default(null),
    /** Its image has a web page; absent: launched by an earlier version, which kept no others. */
    hasWeb: z.boolean().default(true),
  }),
);

/** A VM that was launched here, and how. */
export type LaunchedVm = z.infer<typeof launchedSchema>;

/** The newest are kept. */
const MAX_LAUNCHED = 100;

/** Everything is kept as it was read: a newer version may have added fields. */
const fileSchema = z.lazy(() =>
  z.looseObject({
    version: z.literal(1),
    launches: z.array(z.looseObject({ id: z.string(), account: z.string() })),
    /** As earlier versions wrote `launched`. */
    webVms: z.array(launchedSchema).optional().catch(undefined),
    launched: z.array(launchedSchema).optional().catch(undefined),
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

const unusable = (folder: string, doing: 'read' | 'write') => (cause: unknown) => {
  const { reason, action } = fileFailure(cause);
  const message = `Failed to ${doing} ${pathIn(folder)}${reason} ${action}`;
  throw new LaunchNotesError(message, { cause });
};

/** Only a missing file is an empty one. @throws LaunchNotesError */
async function readFile(folder: string): Promise<NotesFile> {
  const text = await readTextFileIfAny(pathIn(folder)).catch(unusable(folder, 'read'));
  if (text === null) return { version: 1, launches: [] };
  return fileSchema.safeParse(tryJson(text)).data ?? unreadable(folder);
}

const writeFile = (folder: string, file: NotesFile) =>
  writeAtomically(pathIn(folder), `${JSON.stringify(file)}\n`).catch(unusable(folder, 'write'));

/** A note of a version that launched at the rental service only, in the present form; any other note as it is. */
function carriedOver(stored: Readonly<Record<string, unknown>>) {
  // With `skipped`, `known` lacks VMs that were not as ordered.
  const { draft, skipped, ...note } = stored;
  const preset = orderOfDraft(draft);
  if (preset === null) return stored;
  const { provider, gpu: gpuText, gpuCount, where, terms, image, diskGb, months } = preset;
  const rental: unknown = Reflect.get(Object(draft), 'rental');
  const offer = [where, gpuText, gpuCount, rental, months].filter((part) => part !== null);
  const machine = { provider, offer: offer.join('/'), gpuText, gpuCount, where, terms };
  const unknown = { gpu: null, vramGb: null, tier: null, stock: null, endsAt: null };
  const price = { perHour: null, diskGb: null, extra: [] };
  const login = { method: 'registered', id: null };
  const order = { image, diskGb, months, login, name: null, bid: null };
  return {
    ...note,
    ...(skipped !== undefined && { hasGaps: true }),
    mark: note['id'],
    order: { ...order, offer: { ...machine, ...unknown, price } },
    confirmedPerHour: null,
    stopLater: null,
    vmId: null,
    isCreated: false,
  };
}

/** The accounts that have notes, and the VMs that were launched here. @throws LaunchNotesError */
export async function readLaunches(folder: string) {
  const { launches, webVms = [], launched = [] } = await readFile(folder);
  const accounts = launches.map(({ account }) => account);
  return { accounts, launched: [...webVms, ...launched] };
}

/** The notes of an account. Call this and the next functions under the lock. @throws LaunchNotesError, also for a note with unknown fields */
export async function readNotes(folder: string, account: string): Promise<readonly LaunchNote[]> {
  const { launches } = await readFile(folder);
  const own = launches.filter((note) => note.account === account);
  return own.map((note) => noteSchema.safeParse(carriedOver(note)).data ?? unreadable(folder));
}

/** @throws LaunchNotesError */
export async function addNote(folder: string, note: LaunchNote): Promise<void> {
  const file = await readFile(folder);
  await writeFile(folder, { ...file, launches: [...file.launches, note] });
}

/** Never rejects: a file that stays as it was is only read again. @param change null: forgets the note @param created the VM, to remember */
export async function changeNote(
  folder: string,
  note: LaunchNote,
  change: Partial<LaunchNote> | null,
  created?: LaunchedVm,
): Promise<void> {
  try {
    const { launches, ...file } = await readFile(folder);
    const { launched = [] } = file;
    const changed = change === null ? [] : [{ ...note, ...change }];
    await writeFile(folder, {
      ...file,
      launches: launches.flatMap((other) => (other.id === note.id ? changed : [other])),
      ...(created && { launched: [...launched, created].slice(-MAX_LAUNCHED) }),
    });
  } catch (error) {
    if (!(error instanceof LaunchNotesError)) throw error;
  }
}
