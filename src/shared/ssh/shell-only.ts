// Apart from `ssh-state.ts`, since the panel's first screen does not need it.

/** The limits of a login through a provider's proxy. */
export const SHELL_ONLY =
  'This login is a shell only: it carries no files (scp, editors) and forwards no ports.';
