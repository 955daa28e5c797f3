/** Times are ms since the epoch. */
export type UpdateState =
  /** No checks: this build names no feed, or a policy file forbids them. */
  | { readonly kind: 'off'; readonly by: 'build' | 'policy' }
  /** No newer version found. Null: not checked since the start. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** Downloaded and verified. It is installed at quit, except where that needs the user's password. */
  | { readonly kind: 'ready'; readonly version: string; readonly needsPassword: boolean }
  /** `unverified`: the download was not what its publisher released, and was deleted. */
  | { readonly kind: 'failed'; readonly why: 'unreachable' | 'unverified'; readonly at: number };

export interface UpdatesSlice {
  readonly updates: UpdateState;
}

export const INITIAL_UPDATES: UpdatesSlice = { updates: { kind: 'idle', checkedAt: null } };
