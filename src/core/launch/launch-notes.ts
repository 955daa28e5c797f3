import { join } from 'node:path';
import { z } from 'zod';
import { launchOrder } from '../../shared/launch/order.ts';
import { FileError, failedTo, readTextFileIfAny, writeAtomically } from '../files/index.ts';
import { tryJson } from '../try-json.ts';

const noteSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    /** Id of the account, or of the credential that a command was given. */
    account: z.string(),
    /** Wall time, ms since the epoch. */
    sentAt: z.number(),
    /** Went with the order, see `Vm.mark`. */
    mark: z.string(),
    order: launchOrder,
    /** $/h of the machine; null: unknown. */
    confirmedPerHour: z.number().nullable(),
    /** As `parseAutoStop` at `sentAt`, to be set once the VM is listed; null: none. */
    stopLater: z.string().nullable(),
    /** Named by the answer, or found; null: none. */
    vmId: z.string().nullable(),
    /** `created`: the VM exists, without a checked rate or without its auto-stop yet. `ended`: kept for the order of the VM. */
    phase: z.enum(['sent', 'created', 'ended']),
    /** The VMs listed before the order, by which a VM without a mark is recognized. Null: VMs carry marks, or the VM exists. */
    before: z
      .strictObject({
        ids: z.array(z.string()).readonly(),
        /** No VM that was created until then is new, by the service's clock, ms since the epoch; null: unknown. */
        createdUntil: z.number().nullable(),
        /** The list may have lacked some. */
        hasGaps: z.boolean(),
      })
      .nullable(),
  }),
);

/** A launch: written before the order is sent, so that a killed program learns the end later. Without secrets. */
export type LaunchNote = z.infer<typeof noteSchema>;

/** Launches that have ended: the newest are kept. */
const MAX_ENDED = 100;

const fileSchema = z.lazy(() =>
  z.looseObject({ version: z.literal(1), launches: z.array(noteSchema) }),
);

type NotesFile = z.infer<typeof fileSchema>;

const pathIn = (folder: string) => join(folder, 'launches.json');

/** No launch may be sent. */
function unreadable(folder: string): never {
  const message = `Nothing was sent: ${pathIn(folder)} lists launches, but is damaged or from another version of GPU Tray. Update GPU Tray; if that doesn’t help, check the VMs in the web console, then move the file away.`;
  throw new FileError({ kind: 'launchNotes', message, action: '' });
}

/** Only a missing file is an empty one. @throws FileError */
async function readFile(folder: string): Promise<NotesFile> {
  const text = await readTextFileIfAny(pathIn(folder)).catch(failedTo(`read ${pathIn(folder)}`));
  if (text === null) return { version: 1, launches: [] };
  return fileSchema.safeParse(tryJson(text)).data ?? unreadable(folder);
}

const writeFile = (folder: string, file: NotesFile) =>
  writeAtomically(pathIn(folder), `${JSON.stringify(file)}\n`).catch(
    failedTo(`write ${pathIn(folder)}`),
  );

/** All launches that are kept. @throws FileError, also for a note with unknown fields */
export const readLaunches = async (folder: string): Promise<readonly LaunchNote[]> =>
  (await readFile(folder)).launches;

/** The launches of an account that have not ended. Call this and the next functions under the lock. @throws FileError */
export async function readNotes(folder: string, account: string): Promise<readonly LaunchNote[]> {
  const launches = await readLaunches(folder);
  return launches.filter((note) => note.account === account && note.phase !== 'ended');
}

/** @throws FileError */
export async function addNote(folder: string, note: LaunchNote): Promise<void> {
  const file = await readFile(folder);
  await writeFile(folder, { ...file, launches: [...file.launches, note] });
}

/** Never rejects: a file that stays as it was is only read again. @param change null: forgets the note */
export async function changeNote(
  folder: string,
  note: LaunchNote,
  change: Partial<LaunchNote> | null,
): Promise<void> {
  try {
    const { launches, ...file } = await readFile(folder);
    const changed = change === null ? [] : [{ ...note, ...change }];
    const all = launches.flatMap((other) => (other.id === note.id ? changed : [other]));
    const old = all.filter(({ phase }) => phase === 'ended').slice(0, -MAX_ENDED);
    await writeFile(folder, { ...file, launches: all.filter((each) => !old.includes(each)) });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
}
