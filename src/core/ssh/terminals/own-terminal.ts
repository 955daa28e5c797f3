import type { Command } from '../command/index.ts';
import { plainLaunch, type Terminal, WATCH_MS } from './terminal.ts';

/** The word that stands for the command's words. */
const COMMAND = '{command}';
const MAX_TEMPLATE = 1_000;

/** The user's own way to start a terminal as words, one of them `{command}`; or why it cannot be used, as a sentence. */
export type TerminalTemplate =
  | { readonly state: 'words'; readonly words: Command }
  | { readonly state: 'invalid'; readonly reason: string };

/**
 * Reads words such as `foot --title "My GPU" {command}`. Either kind of quotes holds spaces and the other kind; a backslash is
 * itself, as Windows' paths need it. No shell is involved: `$`, `~` and `;` are plain characters.
 */
export function parseTerminalTemplate(text: string): TerminalTemplate {
  if (text.length > MAX_TEMPLATE) return invalid(`At most ${MAX_TEMPLATE} characters, please.`);
  if (/\p{Cc}/u.test(text)) return invalid('Write it on one line, with plain spaces.');
  const words = split(text);
  if (words === null) return invalid('A quote is not closed.');
  const [program, ...rest] = words;
  if (program === undefined || program === '') return invalid('Begin with the terminal’s program.');
  if (program.includes(COMMAND))
    return invalid('Begin with the terminal’s program, and put {command} after it.');
  if (/\.(?:cmd|bat)$/i.test(program))
    return invalid('A batch file cannot be given a command safely; name the program it starts.');
  if (rest.filter((word) => word === COMMAND).length !== 1)
    return invalid('Put {command} once, as a word of its own, where the command belongs.');
  if (rest.some((word) => word !== COMMAND && word.includes(COMMAND)))
    return invalid('{command} stands for several words, so it must be a word of its own.');
  return { state: 'words', words: [program, ...rest] };
}

function invalid(reason: string): TerminalTemplate {
  return { state: 'invalid', reason };
}

/** The words, or null when a quote is left open. */
function split(text: string): readonly string[] | null {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+|["']/g) ?? [];
  if (words.some((word) => word === '"' || word === "'")) return null;
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => {
      return double ?? single ?? '';
    }),
  );
}

/** A terminal from a template's words, exactly as written: not held open, since whoever writes it may say so in it. */
export function ownTerminal(words: Command): Terminal {
  const [program, ...rest] = words;
  return {
    id: 'own',
    name: 'Own command',
    launch: (command) =>
      plainLaunch([program, ...rest.flatMap((word) => (word === COMMAND ? command : [word]))]),
    watchMs: WATCH_MS,
    failureCodes: null,
  };
}
