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

const WORDS: Readonly<Record<KeychainProblem, { message: string; action: string }>> = {
  timeout: {
    message: 'Your system keychain does not answer.',
    action: 'Try again in a moment; if it stays silent, log out of your desktop and in again.',
  },
  crashed: {
    message: 'Access to your system keychain broke off.',
    action: 'Try again.',
  },
  missing: {
    message: 'There is no system keychain to keep your sign-in in.',
    action:
      'Start GNOME Keyring, KWallet or KeePassXC with a default keyring, or sign in at each start.',
  },
  locked: {
    message: 'Your keychain is locked.',
    action: 'Unlock it, then try again.',
  },
  refused: {
    message: 'Your system keychain refused.',
    action: 'Allow GPU Tray to use it, then try again.',
  },
  tooLong: {
    message: 'This credential is too long for your system keychain.',
    action: 'Check that only the credential itself was pasted.',
  },
  damaged: {
    message: 'The stored sign-in cannot be read: it is incomplete, or a newer GPU Tray wrote it.',
    action: 'Update GPU Tray, or sign in again.',
  },
};

/** The one error that comes out of the vault and what lies below it. It never carries a secret. */
export class KeychainError extends Error {
  readonly kind: KeychainProblem;
  /** What they can do next. */
  readonly action: string;

  constructor(kind: KeychainProblem) {
    super(WORDS[kind].message);
    this.name = 'KeychainError';
    this.kind = kind;
    this.action = WORDS[kind].action;
  }
}
