import { join } from 'node:path';
import { z } from 'zod';
import { NO_COURSE } from '../../shared/gpu-load/gpu-load.ts';
import { type AppState, allVms } from '../../shared/state/index.ts';
import { withWaste } from '../../shared/state/with-waste.ts';
import { idleness } from '../../shared/vms/idleness.ts';
import { NO_ACTIVITY } from '../../shared/vms/vm-activity.ts';
import { readTextFile, writeAtomically } from '../files/index.ts';
import { tryJson } from '../try-json.ts';

// The VMs that the acting process saw idle, for commands, which see a moment only.

const MAX_BYTES = 1_000_000;
/** More than the interval of polls while the screen is locked. A load has its own time. */
const MAX_AGE_MS = 180_000;

const noteSchema = z.lazy(() =>
  z.object({
    at: z.number(),
    /** The ids of those that the process reads, and the user's % of CPU and RAM. */
    accounts: z.array(z.string()),
    idlePercent: z.number(),
    /** By `vmKey`. `at`: when the load was read; `gpu`: % of all GPUs; null: CPU and RAM are low. */
    vms: z.record(
      z.string(),
      z.object({
        at: z.number(),
        lowSince: z.number(),
        workedUntil: z.number().nullable(),
        gpu: z.number().nullable(),
      }),
    ),
  }),
);

const noteFile = (folder: string) => join(folder, 'idle.json');

function noteOf(app: AppState, now: number): z.infer<typeof noteSchema> {
  const vms = allVms(app).flatMap(({ key, accountId, vm }) => {
    if (vm.phase !== 'running' || app.vmWaste[key] === undefined) return [];
    const { since, load } = idleness({ app, accountId, now }, vm, key);
    if (typeof since !== 'number') return [];
    const { at = now, workedUntil = null, load: gpu = null } = load ?? {};
    return [[key, { at, lowSince: since, workedUntil, gpu }] as const];
  });
  const accounts = app.accounts.map(({ id }) => id);
  const { idlePercent } = app.preferences;
  return { at: now, accounts, idlePercent, vms: Object.fromEntries(vms) };
}

/** Never rejects: without it, commands know no idle times. */
export async function noteIdle(folder: string, app: AppState, now: number): Promise<void> {
  await writeAtomically(noteFile(folder), `${JSON.stringify(noteOf(app, now))}\n`).catch(() => {});
}

/** What a command read, and since when VMs are idle. `isKnown`: a process that acts has noted that of all accounts within 3 min. */
export async function withIdleNote(
  app: AppState,
  folder: string,
  now: number,
): Promise<{ readonly app: AppState; readonly isKnown: boolean }> {
  const text = await readTextFile(noteFile(folder), MAX_BYTES).catch(() => '');
  // Without a note, making its schema would cost each command a millisecond.
  const note = text === '' ? undefined : noteSchema.safeParse(tryJson(text)).data;
  if (note === undefined || Math.abs(now - note.at) > MAX_AGE_MS)
    return { app: withWaste({ ...app, vmActivity: {}, vmLoads: {} }, now), isKnown: false };
  const noted = Object.entries(note.vms).map(([key, { at, gpu, ...course }]) => {
    const figures = { memoryUsed: null, memoryTotal: null, temperature: null, power: null };
    const gpus = [{ index: 0, load: gpu, ...figures }];
    const load = { at, gpus, load: gpu, memory: null, problem: null };
    return { key, gpu, course, load: { ...load, ...NO_COURSE, ...course } };
  });
  const asked = noted.filter(({ gpu }) => gpu !== null);
  const read = {
    ...app,
    preferences: { ...app.preferences, idlePercent: note.idlePercent },
    vmActivity: Object.fromEntries(
      noted.map(({ key, course }) => [key, { ...NO_ACTIVITY, ...course }]),
    ),
    vmLoads: Object.fromEntries(asked.map(({ key, load }) => [key, load])),
    accounts: app.accounts.map((account) => ({ ...account, turnedOn: { gpuLoad: true } })),
  };
  const isKnown = app.accounts.every(({ id }) => note.accounts.includes(id));
  return { app: withWaste(read, now), isKnown };
}
