import { parseArgs } from 'node:util';
import { z } from 'zod';
import { optionsSchema } from './options.ts';

const DEFAULT_PORT = 8700;

/** A flag for each start option: `--reads-per-minute 60`, `--no-list-destroyed`. */
const FLAGS = Object.entries(z.toJSONSchema(optionsSchema).properties ?? {}).flatMap(
  ([key, schema]) => {
    if (typeof schema === 'boolean') return [];
    const { type, enum: words = [], description = '' } = schema;
    const kebab = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const byDefault = key === 'port' ? DEFAULT_PORT : (schema.default ?? 'none');
    const isSwitch = type === 'boolean';
    const name = isSwitch ? `no-${kebab}` : kebab;
    const value = words.length > 0 ? words.join('|') : isSwitch ? '' : 'N';
    return [{ key, name, value, help: isSwitch ? description : `${description} (${byDefault})` }];
  },
);

export function helpText(): string {
  const rows = [
    ...FLAGS.map(({ name, value, help }) => [`--${name} ${value}`, help] as const),
    ['--json', 'print addresses and credentials as one line of JSON'] as const,
    ['--help', 'print this help'] as const,
  ];
  return [
    'A simulated provider of GPUs. Listens on 127.0.0.1 until interrupted.',
    '',
    'Usage: npm run simulator -- [options]',
    '',
    ...rows.map(([flag, help]) => `  ${flag}\n      ${help}`),
    '',
    'See simulator/README.md for the options.',
    '',
  ].join('\n');
}

/** Null: `--help`. @param argv the arguments after the program's name @throws an error of `parseArgs`, or a ZodError */
export function readCommand(argv: readonly string[]) {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      ...Object.fromEntries(
        FLAGS.map(({ name, value }) => {
          const type = value === '' ? 'boolean' : 'string';
          return [name, { type } as const];
        }),
      ),
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return null;
  const given = new Map<string, unknown>(Object.entries(values));
  const options = FLAGS.flatMap(({ key, name, value }) => {
    const sent = given.get(name);
    if (sent === undefined) return [];
    if (typeof sent === 'boolean') return [[key, false]];
    return [[key, value === 'N' ? Number(sent) : sent]];
  });
  return {
    isJson: values.json === true,
    options: optionsSchema.parse({ port: DEFAULT_PORT, ...Object.fromEntries(options) }),
  };
}
