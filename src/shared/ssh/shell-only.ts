import type { NamePattern } from './ssh-state.ts';

// Apart from `ssh-state.ts`, since the panel's first screen does not need it.

/** The limits of a login through a provider's proxy. */
export const SHELL_ONLY =
  'This login only gives a shell: no file transfer (scp, editors) and no port forwarding.';

/** Without values: it is also part of bug reports. */
export function describePattern({ prefix, options }: NamePattern): string {
  const keywords = options.map((option) => option.split(' ')[0]).join(', ');
  return `Your SSH config has options for ${prefix}-* that would also apply to short names: ${keywords}.`;
}

/** Why ssh ran no command on a VM. */
export const SSH_PROBLEMS = {
  noSsh: 'ssh is not installed on this computer.',
  denied: 'The VM rejected your keys. Add the key to your SSH agent, or set its file in Settings.',
  passwordOnly: 'The VM asks for a password. GPU Tray uses keys only.',
  hostKey: 'Its host key is unknown or has changed. Check the host key.',
  unreachable: 'SSH failed to connect.',
  timeout: 'The VM did not answer in time.',
} as const;
