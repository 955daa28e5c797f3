/**
 * What can go wrong with the system keychain:
 * `timeout` no answer in time, `crashed` the helper process ended under a call, `missing` no keychain service (or no
 * keyring in it), `locked` it is there but closed, `refused` it said no, `tooLong` the value is beyond any splitting,
 * `damaged` the item is there but is not a whole value of a format we know.
 */
export type KeychainProblem =
  | 'timeout'
  | 'crashed'
  | 'missing'
  | 'locked'
  | 'refused'
  | 'tooLong'
  | 'damaged';

const TEXTS: Readonly<Record<KeychainProblem, { message: string; action: string }>> = {
  timeout: {
    message: 'Your keychain is not responding.',
    action: 'Try again in a moment. If this persists, log out of your desktop and back in.',
  },
  crashed: {
    message: 'Lost the connection to the keychain.',
    action: 'Try again.',
  },
  missing: {
    message: 'No system keychain found.',
    action:
      'Start GNOME Keyring, KWallet or KeePassXC with a default keyring, or sign in each time you start GPU Tray.',
  },
  locked: {
    message: 'Your keychain is locked.',
    action: 'Unlock it, then try again.',
  },
  refused: {
    message: 'Your keychain denied access.',
    action: 'Allow GPU Tray to use it, then try again.',
  },
  tooLong: {
    message: 'This credential is too long for your keychain.',
    action: 'Check that you pasted only the credential.',
  },
  damaged: {
    message: 'The stored sign-in is incomplete or was written by a newer GPU Tray.',
    action: 'Update GPU Tray, or sign in again.',
  },
};

/** The only error of this folder. It never carries a secret. */
export class KeychainError extends Error {
  override readonly name = 'KeychainError';
  readonly kind: KeychainProblem;
  /** What to do next. */
  readonly action: string;

  constructor(kind: KeychainProblem) {
    super(TEXTS[kind].message);
    this.kind = kind;
    this.action = TEXTS[kind].action;
  }
}
