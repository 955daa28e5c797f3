import type { Account } from '../world/accounts.ts';

/** Made up. */
const LAPTOP =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleExampleExampleExampleExampleExampleEx ada@example.test';

export interface SshKey {
  /** By account, from 0. */
  readonly index: number;
  readonly name: string;
  readonly publicKey: string;
}

/** The public keys of each account, which has one at first. */
export function createSshKeys() {
  const byUser = new Map<number, readonly SshKey[]>();
  const of = ({ userId }: Account) =>
    byUser.get(userId) ?? [{ index: 0, name: 'laptop', publicKey: LAPTOP }];
  return {
    of,
    add(account: Account, name: string, publicKey: string): SshKey {
      const keys = of(account);
      const key = { index: keys.length, name, publicKey };
      byUser.set(account.userId, [...keys, key]);
      return key;
    },
  };
}
