import type { NamePattern } from './ssh-state.ts';

// Apart from `ssh-state.ts`, since the panel's first screen does not need it.

/** The limits of a login through a provider's proxy. */
export const SHELL_ONLY =
  'This login is a shell only: it carries no files (scp, editors) and forwards no ports.';

/** Without values: it is also part of bug reports. */
export function describePattern({ prefix, options }: NamePattern): string {
  const keywords = options.map((option) => option.split(' ')[0]).join(', ');
  return `Your SSH config has options for ${prefix}-*, which short names would get too: ${keywords}.`;
}
