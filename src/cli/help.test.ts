import { expect, test } from 'vitest';
import { COMMANDS, COMMON } from './commands.ts';
import { helpText } from './help.ts';
import type { Option } from './option.ts';

const TOPICS = [null, ...COMMANDS.map(({ name }) => name)];

test.each(TOPICS)('the help of %s has at most 40 lines of 80 characters', (topic) => {
  const lines = helpText(topic).split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test('the help of a command is about that command alone', () => {
  expect(helpText('ssh')).toBe(`Log in to a VM by its alias, label or number.

USAGE
  gpu-tray ssh <vm> [options]

OPTIONS
  --print     Print the SSH command instead of running it
  --verbose   Log each step to standard error
  -h, --help  Show this help

EXAMPLES
  gpu-tray ssh gpu-train-1
  gpu-tray ssh 107 --print`);
});

const lineOf = ({ form, about }: Option) => `- \`${form}\`: ${about.replaceAll(/\s+/g, ' ')}`;

const commandsWith = (option: Option) =>
  COMMANDS.filter(({ options }) => options.some((other) => lineOf(other) === lineOf(option)));

/** An option of several commands is explained once. */
const isShared = (option: Option) => commandsWith(option).length > 1;

function sharedLine(option: Option): string {
  const names = commandsWith(option).map(({ name }) => `\`${name}\``);
  return names.length > 3 ? lineOf(option) : `${lineOf(option)} (${names.join(', ')})`;
}

function section({ name, words, about, options, examples }: (typeof COMMANDS)[number]) {
  const own = options.slice(0, -COMMON.length).filter((option) => option.about !== '');
  const shared = own.filter(isShared).map((option) => `\`--${option.name}\``);
  return [
    `## gpu-tray ${name} ${words}`.trimEnd(),
    `${about}:\n\`gpu-tray ${name} ${examples[0].replaceAll(/\\\s+/g, '')}`.trimEnd().concat('`'),
    own
      .filter((option) => !isShared(option))
      .map(lineOf)
      .join('\n'),
    shared.length > 0 ? `Also ${shared.join(', ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

test('docs/cli-commands.md has every command and option', async () => {
  const shared = new Set(
    COMMANDS.flatMap(({ options }) => options.filter(isShared).map(sharedLine)),
  );
  await expect(
    `${[
      '# The commands',
      'Written by `npx vitest run --project unit src/cli/help.test.ts --update`.',
      ...COMMANDS.map(section),
      '## Options of several commands',
      [...shared].join('\n'),
    ].join('\n\n')}\n`,
  ).toMatchFileSnapshot('../../docs/cli-commands.md');
});
