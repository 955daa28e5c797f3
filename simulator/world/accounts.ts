import type { Micros } from './money.ts';
import { hash, hex } from './seeded.ts';
import type { Scope, Vm } from './vm.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly apiKeys: Readonly<Record<Scope, string>>;
}

/** A user of the service; mutable. */
export interface Account {
  readonly userId: number;
  readonly credentials: Credentials;
  readonly sshKeyIds: readonly string[];
  /** All that ever were, newest first, as in `GET /vms`: a new VM shifts every page behind it. */
  readonly vms: Vm[];
  /** Since its beginning. */
  paidIn: Micros;
  /** Fields that the control interface puts over the current-spend answer. */
  spendOverlay: Readonly<Record<string, unknown>>;
}

export const API_KEY_PREFIX = 'sim_live_';

function apiKey(seed: number, userId: number, scope: number): string {
  const words = [0, 1, 2, 3].map((word) => hash(seed, userId, scope, 31, word));
  return API_KEY_PREFIX + words.map(hex).join('');
}

export const FIRST_USER = 41;

/** Two accounts without VMs or balance. Only the API keys depend on the seed. */
export function createAccounts(seed: number): readonly [Account, Account] {
  const account = (userId: number, name: string): Account => ({
    userId,
    credentials: {
      email: `${name}@example.test`,
      password: `${name}-demo-password`,
      apiKeys: {
        read_write: apiKey(seed, userId, 0),
        read_only: apiKey(seed, userId, 1),
        billing_only: apiKey(seed, userId, 2),
      },
    },
    sshKeyIds: [`key-${userId}-laptop`, `key-${userId}-desktop`],
    vms: [],
    paidIn: 0,
    spendOverlay: {},
  });
  return [account(FIRST_USER, 'ada'), account(FIRST_USER + 1, 'ben')];
}
