import { COMMANDS, type CommandName, VERSION } from './commands.ts';
import { CommandError, refuse } from './errors.ts';
import { usage } from './messages.ts';

// An import would also load what `node:util` passes on, such as workers: 4 ms of every start.
const { parseArgs } = process.getBuiltinModule('node:util');

export type Command =
  /** Null: of all commands. */
  | { readonly name: 'help'; readonly topic: CommandName | null }
  | { readonly name: 'version' }
  | ReturnType<(typeof COMMANDS)[number]['read']>;

/** Whether the words differ by at most `edits` letters that are missing, added, changed or swapped. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true;
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), edits);
  if (edits === 0) return false;
  const both = a[0] === b[1] && a[1] === b[0] ? 2 : 1;
  return (
    isNear(a.slice(both), b.slice(both), edits - 1) ||
    isNear(a, b.slice(1), edits - 1) ||
    isNear(a.slice(1), b, edits - 1)
  );
}

function commandOf(typed: string) {
  const found = COMMANDS.find(({ name }) => name === typed);
  if (found !== undefined) return found;
  const near = COMMANDS.find(({ name }) => isNear(typed, name, name.length > 4 ? 2 : 1));
  return refuse(usage.unknownCommand(typed, near?.name ?? null));
}

/** An option of several commands has another text in each, and is read alike. */
const OPTIONS = Object.fromEntries(
  [VERSION, ...COMMANDS].flatMap(({ options }) => options).map((option) => [option.name, option]),
);

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : usage.unreadableOptions;
    // Some of Node's messages continue with advice.
    return refuse(usage.invalidOption((reason.split(/\.\s/)[0] ?? reason).replace(/\.$/, '')));
  }
}

function read(argv: readonly string[], now: number): Command {
  const { values, positionals } = parse(argv);
  const isHelp = values['help'] || positionals[0] === 'help';
  const [name, ...words] = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  if (isHelp || argv.length === 0)
    return { name: 'help', topic: name === undefined ? null : commandOf(name).name };
  if (values['version']) return { name: 'version' };
  return name === undefined
    ? refuse(usage.missingCommand)
    : commandOf(name).read({ values, words, now });
}

/** @param argv without the program's own names @param now ms since the epoch @throws CommandError with exit code 2 */
export function readArguments(argv: readonly string[], now: number): Command {
  try {
    return read(argv, now);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const topic = argv.find((word) => COMMANDS.some(({ name }) => name === word)) ?? null;
    return refuse(usage.seeHelp(error.message, topic));
  }
}
