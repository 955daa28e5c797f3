import type { Command } from '../commands/quote.ts';
import { type Terminal, WATCH_MS } from './terminals.ts';

const COMMAND = '{command}';
const MAX_LENGTH = 1_000;

/** @param reason for people */
const invalid = (reason: string) => ({ state: 'invalid', reason }) as const;

/** Parses a command such as `foot --title "My GPU" {command}`, without a shell: `$`, `~`, `;` and `\` are plain characters. */
export function parseTerminalCommand(text: string) {
  if (text.length > MAX_LENGTH) return invalid(`At most ${MAX_LENGTH} characters.`);
  if (/\p{Cc}/u.test(text)) return invalid('Use one line, without tabs.');
  const words = split(text);
  if (words === null) return invalid('A quote is not closed.');
  const [program, ...rest] = words;
  if (program === undefined || program === '' || program.includes(COMMAND))
    return invalid('Begin with the terminal’s program, and put {command} after it.');
  // cmd.exe would parse the arguments again, by other rules (CVE-2024-27980).
  if (/\.(?:cmd|bat)$/i.test(program))
    return invalid('Batch files are not supported. Use the program that the file starts.');
  if (rest.filter((word) => word.includes(COMMAND)).join() !== COMMAND)
    return invalid('Put {command} once, as a separate word, where the SSH command belongs.');
  const argv: Command = [program, ...rest];
  return { state: 'valid', argv } as const;
}

function split(text: string): readonly string[] | null {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+|["']/g) ?? [];
  if (words.some((word) => word === '"' || word === "'")) return null;
  return words.map((word) => word.replace(/(["'])(.*?)\1/gs, '$2'));
}

/** A terminal from a parsed command. Not held open when ssh fails: the command can do that itself. */
export function customTerminal(argv: Command): Terminal {
  const [program, ...rest] = argv;
  return {
    id: 'own',
    name: 'Custom command',
    launch: (command) => ({
      argv: [program, ...rest.flatMap((word) => (word === COMMAND ? command : [word]))],
    }),
    watchMs: WATCH_MS,
  };
}
