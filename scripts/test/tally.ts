import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const tallyOf = {
  passed: z.number(),
  /** A test with its file, or a suite; with an empty reason, its output says why it failed. */
  failures: z.array(z.object({ name: z.string(), reason: z.string() })),
  files: z.array(z.object({ name: z.string(), ms: z.number() })),
};

export const tallySchema = z.object(tallyOf);

export type Tally = Readonly<z.infer<typeof tallySchema>>;

export type Failure = Readonly<Tally['failures'][number]>;

/** Characters: the message and the line that failed. */
const MAX_REASON = 1_000;

export function failure(name: string, reasons: readonly string[]): Failure {
  return { name, reason: stripVTControlCharacters(reasons.join('\n')).slice(0, MAX_REASON) };
}

/** Passes on a tally from the reporter of a suite. */
export function writeTally(tally: Tally): void {
  writeFileSync(process.env['GPU_TRAY_TALLY'] ?? '', JSON.stringify(tally));
}
