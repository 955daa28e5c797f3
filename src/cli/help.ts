import { COMMANDS, type CommandName } from './commands.ts';
import { COMMON, OPTIONS } from './option-table.ts';

/** Characters; terminals have at least as many. */
const WIDTH = 80;

/** Two columns, the second one wrapped. */
function rows(entries: readonly (readonly [name: string, text: string])[]): string {
  const column = Math.max(...entries.map(([name]) => name.length)) + 4;
  const line = new RegExp(String.raw`\S.{0,${WIDTH - column - 1}}(?!\S)`, 'g');
  const texts = entries.map(
    ([name, text]) =>
      `  ${name}`.padEnd(column) + (text.match(line) ?? []).join(`\n${' '.repeat(column)}`),
  );
  return texts.join('\n');
}

function optionName(name: string): string {
  const [, option] = Object.entries(OPTIONS).find(([key]) => key === name) ?? [];
  const value = option !== undefined && 'value' in option ? ` <${option.value}>` : '';
  return `${option !== undefined && 'short' in option ? `-${option.short}, ` : ''}--${name}${value}`;
}

const optionRows = (options: Readonly<Record<string, string>>) =>
  rows(Object.entries(options).map(([name, text]) => [optionName(name), text]));

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
${optionRows({ ...COMMON, version: 'Show the version' })}

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
