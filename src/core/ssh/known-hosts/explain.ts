import type { KeyComparison } from './compare-keys.ts';
import type { Fingerprint } from './host-key.ts';

/** A changed host key for people. GPU Tray never removes one by itself: only they can know why it changed. */
export interface KeyExplanation {
  readonly what: string;
  readonly advice: string;
}

function list(keys: readonly Fingerprint[]): string {
  return keys.map(({ type, sha256 }) => `${type} ${sha256}`).join(', ');
}

/** @param alias the host's alias, such as `gpu-train-1` */
export function explainKey(alias: string, comparison: KeyComparison): KeyExplanation {
  switch (comparison.state) {
    case 'unknown':
      return {
        what: `No host key is stored for ${alias} yet.`,
        advice: 'The first login stores it.',
      };
    case 'same':
      return {
        what: `${alias} shows the host key that was stored at the first login.`,
        advice: 'Nothing has to be done.',
      };
    case 'unreachable':
      return {
        what: `${alias} showed no host key: nothing answers there, or it is no SSH server.`,
        advice: 'Try again when the VM is running and its SSH server has started.',
      };
    case 'unasked':
      return {
        what: `${alias} could not be asked for its host key: ${comparison.reason}.`,
        advice: 'Try again; where a program is missing, install OpenSSH.',
      };
    case 'changed':
      return {
        what: `${alias} shows another host key than at the first login. Stored: ${list(comparison.stored)}. Shown now: ${list(comparison.offered)}.`,
        advice:
          'A VM that was reinstalled has new keys; so has a machine that answers in its place. Compare the key shown now with the one in the VM’s console. Only if they are equal, remove the stored key and log in again.',
      };
  }
}
