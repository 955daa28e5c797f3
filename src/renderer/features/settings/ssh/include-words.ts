import type { IncludeState } from '../../../../shared/app/index.ts';
import type { RequestOutput } from '../../../../shared/ipc/index.ts';

/** How the names of the VMs stand in ssh. */
export function includeWords(state: IncludeState): string {
  switch (state) {
    case 'active':
      return 'ssh knows the VMs by their names, in every terminal.';
    case 'absent':
      return 'ssh does not know the names of the VMs yet. Until then copied commands are long ones, and editors that log in by name are not offered.';
    case 'notFirst':
      return 'Our line is in your SSH configuration, but below other lines, which win over it or limit it to some hosts.';
    case 'unknown':
      return 'Your SSH configuration cannot be read.';
  }
}

/** What leads on from there; null: there is nothing to add. */
export function includeAction(state: IncludeState): string | null {
  switch (state) {
    case 'active':
      return null;
    case 'absent':
      return 'Let ssh know the names…';
    case 'notFirst':
      return 'Show the lines to move…';
    case 'unknown':
      return 'Show why…';
  }
}

/** What main says beforehand of the change to the user's configuration. */
export type IncludePreview = RequestOutput<'previewInclude'>;

/** Why the lines have to be pasted by hand, and where; null: GPU Tray can add them. */
export function pasteWords({ state, obstacle, path }: IncludePreview): string | null {
  if (state === 'active') return 'The line is there by now: ssh knows the names.';
  if (obstacle !== null)
    return `${obstacle} Paste these lines at the very top of ${path} yourself.`;
  return state === 'notFirst'
    ? `Move the line to the very top of ${path}, above everything but other Includes.`
    : null;
}

/** What main says of it once it is made. */
export type IncludeChange = RequestOutput<'addInclude'>;

/** What came of a change, sentence by sentence. */
export function changeWords(
  kind: 'added' | 'removed',
  { backup, isSeen }: IncludeChange,
): readonly string[] {
  const kept = backup === null ? [] : [`The file from before is kept as ${backup}.`];
  if (kind === 'removed') return ['Removed. Everything else in the file is as it was.', ...kept];
  switch (isSeen) {
    case true:
      return ['Added, and ssh sees it.', ...kept];
    case false:
      return [
        'Added, but ssh does not see it: it may read another configuration than this one.',
        ...kept,
      ];
    case null:
      return ['Added. Whether ssh sees it can be told once a VM has an address.', ...kept];
  }
}
