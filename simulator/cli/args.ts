import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { type StartOptions, startOptionsSchema } from '../options.ts';
import { FLAGS, type Flag } from './flags.ts';

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: StartOptions; readonly json: boolean };

const DEFAULT_PORT = 8700;

function readValue(flag: Flag, given: string | boolean): unknown {
  switch (flag.kind) {
    case 'word':
      return given;
    case 'number':
      // An empty text would be the number 0.
      return given === '' ? Number.NaN : Number(given);
    case 'switch':
      return true;
    case 'off-switch':
      return false;
  }
}

function complaint(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const flag = FLAGS.find((each) => each.key === issue.path[0]);
      const noNumber = flag?.kind === 'number' && issue.code === 'invalid_type';
      return `--${flag?.name ?? issue.path.join('.')}: ${noNumber ? 'must be a whole number' : issue.message}`;
    })
    .join('\n');
}

function split(argv: readonly string[]) {
  const options = Object.fromEntries(
    FLAGS.map(({ name, kind }) => {
      const type = kind === 'number' || kind === 'word' ? 'string' : 'boolean';
      return [name, { type } as const];
    }),
  );
  return parseArgs({
    args: [...argv],
    options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    strict: true,
    allowPositionals: false,
  }).values;
}

/** @param argv the arguments after the name of the program */
export function readCommand(argv: readonly string[]): Command {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = split(argv);
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
  const { json, help, ...given } = values;
  if (help === true) return { kind: 'help' };
  const asked = FLAGS.flatMap((flag) => {
    const value = given[flag.name];
    return value === undefined ? [] : [[flag.key, readValue(flag, value)] as const];
  });
  const parsed = startOptionsSchema.safeParse({ port: DEFAULT_PORT, ...Object.fromEntries(asked) });
  if (!parsed.success) return { kind: 'wrong', message: complaint(parsed.error) };
  return { kind: 'serve', options: parsed.data, json: json === true };
}
