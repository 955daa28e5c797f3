import { printable } from '../../../shared/format/index.ts';
import type { Question } from '../application.ts';
import type { NamedProgram } from './new-programs.ts';

/** A question that can be asked; or why it cannot, as a sentence, and what to do. */
export type ProgramQuestion =
  | { readonly state: 'question'; readonly question: Question }
  | { readonly state: 'unshowable'; readonly message: string; readonly action: string };

/** What a native box shows without its buttons being pushed off the screen. */
const MAX_PROGRAMS = 8;
const MAX_CHARACTERS = 1_100;

const WORDS = {
  terminal: 'Each time you open a terminal, GPU Tray runs:',
  'ssh here': 'Each time you log in to a VM, ssh runs or loads on this computer:',
  'ssh onVm': 'Each time you log in to a VM, it runs:',
  'ssh unknown': 'Unknown to GPU Tray; each time you log in to a VM, ssh may run:',
} as const satisfies Record<NamedProgram['runBy'], string>;

const RUN_BY = ['terminal', 'ssh here', 'ssh onVm', 'ssh unknown'] as const;

/** A tab is a space to ssh; nothing else of what is shown may differ from what is run. */
const shown = (text: string) => text.replaceAll('\t', ' ');

/**
 * Gaps, and characters that look like one or like nothing, though scripts and emoji need them elsewhere: enough of them, and
 * what matters stands apart from what is read.
 */
const GAP = /\p{White_Space}{3}|[[\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[\u0020]]/v;

/** Not every desktop breaks a long word: the rest of it would be off the screen. */
const folded = (text: string) => shown(text).replaceAll(/\S{60}(?=\S)/gu, '$&\n');

function unshowable(message: string, action: string): ProgramQuestion {
  return { state: 'unshowable', message, action };
}

/** The one question about all programs of a change. Whole or not at all: what is cut off could be what matters. */
export function programQuestion(programs: readonly NamedProgram[]): ProgramQuestion {
  const texts = programs.map(({ text }) => shown(text));
  if (texts.some((text) => printable(text) !== text))
    return unshowable(
      'What is to be run holds characters that cannot be seen.',
      'Type it anew instead of pasting it.',
    );
  if (texts.some((text) => GAP.test(text)))
    return unshowable(
      'What is to be run holds gaps that could hide a part of it.',
      'Type it with single spaces, or put it into a script of your own.',
    );
  if (texts.length > MAX_PROGRAMS || texts.join('').length > MAX_CHARACTERS)
    return unshowable(
      'GPU Tray asks before it lets new programs run, and this is too much for one question.',
      'Put the long part into a script of your own, or set fewer at a time.',
    );
  const parts = RUN_BY.flatMap((runBy) => {
    const own = programs.filter((program) => program.runBy === runBy);
    return own.length === 0 ? [] : [WORDS[runBy], own.map(({ text }) => folded(text)).join('\n')];
  });
  const what = programs.length === 1 ? 'this program' : 'these programs';
  return {
    state: 'question',
    question: {
      title: `Let GPU Tray run ${what}?`,
      detail: [...parts, 'Allow it only if you have just set this yourself.'].join('\n\n'),
      accept: 'Allow',
    },
  };
}
