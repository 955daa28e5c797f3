export type UpdateState =
  /** No checks: this build names no feed, or a policy file forbids them. */
  | { readonly kind: 'off'; readonly by: 'build' | 'policy' }
  /** No newer version found. ms since the epoch; null: not checked since the start. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** Downloaded and verified. It is installed at quit, except where that needs the user's password. */
  | { readonly kind: 'ready'; readonly version: string; readonly needsPassword: boolean }
  /** `unverified`: the download was not what its publisher released, and was deleted. */
  | { readonly kind: 'failed'; readonly why: 'unreachable' | 'unverified' };

export interface UpdatesSlice {
  readonly updates: UpdateState;
}

const OFF = {
  build: [
    'This installation does not check for updates.',
    'Install a newer version over this one; your settings are kept.',
  ],
  policy: [
    'A policy file on this computer turns updates off.',
    'Ask its administrator for the newer version.',
  ],
} as const;

const FAILED = {
  unreachable: ['The last check failed.', 'Check your network, then try again.'],
  unverified: [
    'The last download could not be verified and was deleted.',
    'Try again, or install the newer version yourself.',
  ],
} as const;

/** The result of the last check, and what follows; null: nothing does. */
export function updateText(
  updates: UpdateState,
): readonly [detail: string, nextStep: string | null] {
  switch (updates.kind) {
    case 'off':
      return OFF[updates.by];
    case 'failed':
      return FAILED[updates.why];
    case 'ready':
      return [
        `Version ${updates.version} is ready.`,
        updates.needsPassword
          ? 'Installing it in About asks for your password.'
          : 'It will be installed when you quit.',
      ];
    case 'idle':
    case 'checking':
      return ['No newer version found.', null];
  }
}
