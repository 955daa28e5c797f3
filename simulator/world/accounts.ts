import type { Micros } from './money.ts';
import { hash, hex, type NonEmpty } from './seeded.ts';
import type { Scope, Vm } from './vm.ts';

/** A user of the service; mutable. */
export interface Account {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  readonly apiKeys: Readonly<Record<Scope, string>>;
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

type Person = Pick<Account, 'userId' | 'email' | 'password'>;

export const FIRST_USER = 41;
const PEOPLE: NonEmpty<Person> = [
  { userId: FIRST_USER, email: 'ada@example.test', password: 'ada-demo-password' },
  { userId: FIRST_USER + 1, email: 'ben@example.test', password: 'ben-demo-password' },
];

/** Two accounts without VMs or balance. Only the API keys depend on the seed. */
export function createAccounts(seed: number): NonEmpty<Account> {
  const account = (person: Person): Account => ({
    ...person,
    apiKeys: {
      read_write: apiKey(seed, person.userId, 0),
      read_only: apiKey(seed, person.userId, 1),
      billing_only: apiKey(seed, person.userId, 2),
    },
    sshKeyIds: [`key-${person.userId}-laptop`, `key-${person.userId}-desktop`],
    vms: [],
    paidIn: 0,
    spendOverlay: {},
  });
  const [first, ...others] = PEOPLE;
  return [account(first), ...others.map(account)];
}
