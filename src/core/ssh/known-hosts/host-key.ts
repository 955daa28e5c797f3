import { createHash } from 'node:crypto';

/** A host's public key. */
export interface HostKey {
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  /** Base64, as in known_hosts. */
  readonly blob: string;
}

/** How people compare keys: the words ssh itself prints. */
export interface Fingerprint {
  /** Such as `ED25519`. */
  readonly type: string;
  /** `SHA256:` and 43 characters of base64. */
  readonly sha256: string;
}

/** Certificate authorities and revoked keys (`@…`) are no keys of a host, and comments none at all. */
const KEY_LINE = /^[^@#\s]\S* ([a-z0-9@.-]{1,64}) ([A-Za-z0-9+/]{16,8192}={0,2})(?:\s|$)/;

/** The keys in lines of known_hosts, as `ssh-keyscan` and `ssh-keygen -F` print them. What is no such line is passed over. */
export function readHostKeys(text: string): readonly HostKey[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, type, blob] = KEY_LINE.exec(line) ?? [];
    return type === undefined || blob === undefined ? [] : [{ type, blob }];
  });
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  'ssh-ed25519': 'ED25519',
  'ssh-rsa': 'RSA',
  'ssh-dss': 'DSA',
  'ecdsa-sha2-nistp256': 'ECDSA',
  'ecdsa-sha2-nistp384': 'ECDSA',
  'ecdsa-sha2-nistp521': 'ECDSA',
};

/** The fingerprint that `ssh-keygen -l` shows. */
export function fingerprint({ type, blob }: HostKey): Fingerprint {
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64');
  return { type: SHORT_NAMES[type] ?? type, sha256: `SHA256:${digest.replace(/=+$/, '')}` };
}
