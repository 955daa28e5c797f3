import { UserError } from '../user-error.ts';

const TEXTS = {
  notAnswering: {
    message: 'Your keychain isn’t responding.',
    action: 'Try again in a moment. If this persists, log out of your desktop and back in.',
  },
  crashed: { message: 'Lost the connection to the keychain.', action: 'Try again.' },
  /** No keychain service, or no keyring in it. */
  missing: {
    message: 'No system keychain found.',
    action:
      'Start GNOME Keyring, KWallet or KeePassXC with a default keyring. On a server, use a credentials file (GPU_TRAY_CREDENTIALS_FILE). Otherwise, sign in each time you start GPU Tray.',
  },
  locked: { message: 'Your keychain is locked.', action: 'Unlock it, then try again.' },
  refused: {
    message: 'Your keychain denied access.',
    action: 'Allow GPU Tray to use it, then try again.',
  },
  tooLong: {
    message: 'This credential is too long for your keychain.',
    action: 'Check that you pasted only the credential.',
  },
  /** The item is incomplete or has an unknown format. */
  damaged: {
    message: 'The stored sign-in is incomplete or was written by a newer GPU Tray.',
    action: 'Update GPU Tray, or sign in again.',
  },
} as const;

export type KeychainProblem = keyof typeof TEXTS;

/** The only error of this folder. It never contains a secret. */
export class KeychainError extends UserError<KeychainProblem> {
  override readonly name = 'KeychainError';

  constructor(problem: KeychainProblem) {
    super({ kind: problem, ...TEXTS[problem] });
  }
}

/** Text items by name, as in the system keychain. Every method may reject with a `KeychainError`, and with nothing else. */
export interface SecretStore {
  /** The item's value; `null` when there is none, and on Linux also when the keyring is locked. */
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  /** Whether an item was deleted; `false` when there was none, and on Linux also when the keyring is locked. */
  delete(item: string): Promise<boolean>;
}
