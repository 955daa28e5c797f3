import type { KeychainState } from '../../shared/app/index.ts';

/** Knows how the keychain stands, as far as it was last looked at. Nothing tells when a keyring is unlocked. */
export interface KeychainWatch {
  /** Looks now. */
  look(): void;
  /** Looks again where it was not available: whatever was just heard may mean that it is by now. */
  lookAgain(): void;
  /** It may be asking its owner, or has stopped to. */
  waiting(isWaiting: boolean): void;
}

/** `status` asks the keychain itself, which may take seconds; `current` is what the state says by now. */
export interface KeychainWatchPorts {
  readonly status: () => Promise<Exclude<KeychainState, 'waiting'>>;
  readonly current: () => KeychainState;
  readonly onChange: (state: KeychainState) => void;
}

/** Looks at nothing before it is told to. `onChange` is told the outcome of every look, also when it is the same as before. */
export function createKeychainWatch({
  status,
  current,
  onChange,
}: KeychainWatchPorts): KeychainWatch {
  let latest = 0;

  async function answer(number: number): Promise<void> {
    const state = await status();
    // Looks may end in another order than they began, and what was seen last counts.
    if (number === latest) onChange(state);
  }

  function look(): void {
    latest += 1;
    void answer(latest);
  }

  return {
    look,
    lookAgain() {
      if (current() !== 'available') look();
    },
    waiting(isWaiting) {
      if (!isWaiting) {
        look();
        return;
      }
      latest += 1;
      onChange('waiting');
    },
  };
}
