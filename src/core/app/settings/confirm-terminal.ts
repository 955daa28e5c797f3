import { printable } from '../../../shared/format/index.ts';
import type { Clock } from '../../clock.ts';
import { preferencesOf, type SettingsFile } from '../../settings/index.ts';
import type { DesktopPorts, Question } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

interface ConfirmTerminalPorts {
  readonly settings: Pick<SettingsFile, 'load'>;
  readonly desktop: { readonly dialogs: Pick<DesktopPorts['dialogs'], 'confirm'> };
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** After so many declined dialogs, none opens for a while: repeated prompts wear people down. */
const MAX_DECLINED = 3;
const DECLINED_WITHIN_MS = 60_000;

/** Gaps, and invisible characters: they could move a part of the command out of sight. */
const GAP = /\p{White_Space}{3}|[[\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]--[\u0020]]/v;

/** Shows the whole command. Long words are broken, since not every desktop does. */
export function terminalQuestion(command: string): Question {
  const text = command.replaceAll('\t', ' ');
  if (printable(text) !== text || GAP.test(text))
    refuse(
      'unshowable',
      'The command contains invisible characters or long gaps.',
      'Use single spaces, or put the command into a script.',
    );
  return {
    title: 'Allow this terminal command?',
    detail: [
      'GPU Tray runs it each time you open a terminal:',
      text.replaceAll(/\S{60}(?=\S)/gu, '$&\n'),
      'Allow it only if you have just entered it.',
    ].join('\n\n'),
    accept: 'Allow',
  };
}

/** Confirms a new terminal command in a native dialog, because main does not trust the panel. The function throws a RefusalError otherwise. */
export function createConfirmTerminal(ports: ConfirmTerminalPorts) {
  const { settings, desktop, clock } = ports;
  let isOpen = false;
  let declined: readonly number[] = [];

  return async (command: string): Promise<void> => {
    const { terminalCommand } = preferencesOf(await settings.load());
    if (terminalCommand === command) return;
    const question = terminalQuestion(command);
    // Counts as no decline: a page that floods would block the user for a minute.
    if (isOpen) refuse('busy', 'Another confirmation is open.', 'Answer it first.');
    const since = clock.monotonic() - DECLINED_WITHIN_MS;
    declined = declined.filter((at) => at > since);
    if (declined.length >= MAX_DECLINED)
      refuse('busy', 'You declined several times.', 'Try again in a minute.');
    isOpen = true;
    const isAllowed = await desktop.dialogs.confirm(question).finally(() => {
      isOpen = false;
    });
    if (isAllowed) {
      declined = [];
      return;
    }
    declined = [...declined, clock.monotonic()];
    refuse('declined', 'Not confirmed. Nothing changed.', 'Change the text to be asked again.');
  };
}
