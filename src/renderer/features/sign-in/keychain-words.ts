import type { KeychainState } from '../../../shared/app/index.ts';

/** Where the credential goes, said before it is asked for. */
export function keychainWords(keychain: KeychainState): string {
  switch (keychain) {
    case 'available':
      return 'Kept in this computer’s keychain, never in a file.';
    case 'locked':
      return 'Your keychain is locked. Unlock it first, or the credential is kept only until you quit.';
    case 'missing':
      return 'This computer has no keychain service running. The credential is kept only until you quit.';
    case 'notAnswering':
      return 'Your keychain does not answer. If it stays so, the credential is kept only until you quit.';
    case 'waiting':
      return 'Waiting for your keychain: it may be asking you to unlock it.';
  }
}
