import { COMMANDS, COMMON, type CommandName, VERSION } from './commands.ts';
import type { Option } from './option.ts';

/** Characters; terminals have at least as many. */
const WIDTH = 80;

function rows(entries: readonly (readonly [name: string, text: string])[]): string {
  const column = Math.max(...entries.map(([name]) => name.length)) + 4;
  const line = new RegExp(String.raw`\S.{0,${WIDTH - column - 1}}(?!\S)`, 'g');
  const texts = entries.map(
    ([name, text]) =>
      `  ${name}`.padEnd(column) + (text.match(line) ?? []).join(`\n${' '.repeat(column)}`),
  );
  return texts.join('\n');
}

const optionRows = (options: readonly Option[]) =>
  rows(options.map(({ form, about }) => [form, about]));

const call = (...parts: readonly string[]) => `  ${['gpu-tray', ...parts].join(' ').trimEnd()}`;

const nameOf = ({ name, words }: (typeof COMMANDS)[number]) => `${name} ${words}`.trimEnd();

function shortHelp(): string {
  return `Show your rented GPU VMs and what they cost, and log in to them.

USAGE
  gpu-tray COMMAND [options]
  gpu-tray COMMAND --help

COMMANDS
${rows(COMMANDS.map((command) => [nameOf(command), command.about]))}

OPTIONS
${optionRows([...COMMON, ...VERSION.options])}

EXIT CODES
  0 up to date, 1 internal error, 2 invalid command line, 3 signed out,
  4 unreachable or out of date, 130 interrupted`;
}

/** Without a line break at its end. @param topic null: all commands */
export function helpText(topic: CommandName | null): string {
  const command = COMMANDS.find(({ name }) => name === topic);
  if (command === undefined) return shortHelp();
  const { name, about, options, examples } = command;
  return `${about}.

USAGE
${call(nameOf(command), '[options]')}

OPTIONS
${optionRows(options)}

EXAMPLES
${examples.map((example) => call(name, example)).join('\n')}`;
}
