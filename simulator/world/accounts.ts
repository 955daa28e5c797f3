import { hash, hex } from './seeded.ts';
import type { Scope, Vm } from './vm.ts';

/** A user of the service; mutable. */
export type Account = ReturnType<typeof createAccounts>[number];

export type Credentials = Account['credentials'];

export const API_KEY_PREFIX = 'sim_live_';

function apiKey(seed: number, userId: number, scope: number): string {
  const words = [0, 1, 2, 3].map((word) => hash(seed, userId, scope, 31, word));
  return API_KEY_PREFIX + words.map(hex).join('');
}

export const FIRST_USER = 41;

/** Two accounts without VMs or balance. Only the API keys depend on the seed. */
export function createAccounts(seed: number) {
  function account(userId: number, name: string) {
    const apiKeys: Readonly<Record<Scope, string>> = {
      read_write: apiKey(seed, userId, 0),
      read_only: apiKey(seed, userId, 1),
      billing_only: apiKey(seed, userId, 2),
    };
    /** All that ever were, newest first, as in `GET /vms`: a new VM shifts every page behind it. */
    const vms: Vm[] = [];
    /** Fields that the control interface puts over the current-spend answer. */
    const spendOverlay: Readonly<Record<string, unknown>> = {};
    return {
      userId,
      credentials: { email: `${name}@example.test`, password: `${name}-demo-password`, apiKeys },
      sshKeyIds: [`key-${userId}-laptop`, `key-${userId}-desktop`],
      vms,
      /** In millionths of a dollar, since its beginning. */
      paidIn: 0,
      spendOverlay,
    };
  }
  return [account(FIRST_USER, 'ada'), account(FIRST_USER + 1, 'ben')] as const;
}
