import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type StartOptions, startOptionsSchema } from './options.ts';

const DEFAULT_PORT = 8700;

/** Names that differ from the option's in kebab case. */
const NAMES: Readonly<Record<string, string>> = {
  tokenTtlSeconds: 'token-ttl',
  listDestroyed: 'hide-destroyed',
};

/** One flag per start option, in the order of `--help`. A switch flips its option's default. */
const FLAGS = Object.entries(z.toJSONSchema(startOptionsSchema).properties ?? {}).flatMap(
  ([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const { type, enum: values = [], description = '' } = schema;
    const byDefault = key === 'port' ? DEFAULT_PORT : schema.default;
    const kebab = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const kind = type === 'boolean' ? 'switch' : type === 'string' ? 'word' : 'number';
    const choices = values.map((value) => (value === byDefault ? `${value} (default)` : value));
    const help =
      choices.length > 0
        ? `${description}: ${choices.join(', ')}`
        : `${description}${kind === 'number' ? ` (${byDefault ?? 'none'})` : ''}`;
    return { key, name: NAMES[key] ?? kebab, kind, help, switched: byDefault !== true } as const;
  },
);

export function helpText(): string {
  const rows = [
    ...FLAGS.map(({ name, kind, help }) => {
      const value = kind === 'number' ? ' N' : kind === 'word' ? ' WORD' : '';
      return [`--${name}${value}`, help] as const;
    }),
    ['--json', 'print addresses and credentials as one line of JSON'] as const,
    ['--help', 'print this help'] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  return [
    'A simulated provider of GPUs. Listens on 127.0.0.1 until interrupted.',
    '',
    'Usage: npm run simulator -- [options]',
    '',
    ...rows.map(([flag, help]) => `  ${flag.padEnd(width)}  ${help}`),
    '',
    'See simulator/README.md for the options.',
    '',
  ].join('\n');
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'serve'; readonly options: StartOptions; readonly isJson: boolean };

function readValue({ kind, switched }: (typeof FLAGS)[number], given: string | boolean): unknown {
  if (kind === 'switch') return switched;
  // Number('') is 0.
  return kind === 'number' ? (given === '' ? Number.NaN : Number(given)) : given;
}

function describeIssues(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const flag = FLAGS.find(({ key }) => key === issue.path[0]);
      const isNumber = flag?.kind === 'number' && issue.code === 'invalid_type';
      return `--${flag?.name ?? issue.path.join('.')}: ${isNumber ? 'must be a number' : issue.message}`;
    })
    .join('\n');
}

function parseFlags(argv: readonly string[]) {
  const options = Object.fromEntries(
    FLAGS.map(({ name, kind }) => {
      const type = kind === 'switch' ? 'boolean' : 'string';
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

/** @param argv the arguments after the program's name */
export function readCommand(argv: readonly string[]): Command {
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    values = parseFlags(argv);
  } catch (error) {
    return { kind: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
  const { json, help, ...given } = values;
  if (help === true) return { kind: 'help' };
  const options = FLAGS.flatMap((flag) => {
    const value = given[flag.name];
    return value === undefined ? [] : [[flag.key, readValue(flag, value)] as const];
  });
  const parsed = startOptionsSchema.safeParse({
    port: DEFAULT_PORT,
    ...Object.fromEntries(options),
  });
  if (!parsed.success) return { kind: 'invalid', message: describeIssues(parsed.error) };
  return { kind: 'serve', options: parsed.data, isJson: json === true };
}
