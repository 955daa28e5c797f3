import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const KEYGEN = 'ssh-keygen';

/** A key pair in files, without a passphrase. */
export interface KeyPair {
  readonly file: string;
  /** `SHA256:…`, from ssh-keygen. */
  readonly fingerprint: string;
  /** The line of the `.pub` file. */
  readonly publicKey: string;
}

export function makeKey(folder: string, name: string, type = 'ed25519'): KeyPair {
  const file = join(folder, name);
  execFileSync(KEYGEN, ['-q', '-t', type, '-N', '', '-C', name, '-f', file]);
  return {
    file,
    get fingerprint() {
      const shown = execFileSync(KEYGEN, ['-l', '-f', `${file}.pub`], { encoding: 'utf8' });
      return shown.split(' ')[1] ?? '';
    },
    publicKey: readFileSync(`${file}.pub`, 'utf8'),
  };
}
