import type { Micros } from './money.ts';
import type { Purse } from './purse.ts';
import { hash, type NonEmpty } from './seeded.ts';
import type { Scope } from './terms.ts';
import type { Vm } from './vm.ts';

interface SshKey {
  readonly id: string;
  /** ms since the epoch. */
  readonly addedAt: number;
}

/** A user of the service with all that is theirs. It changes in place as time goes by and requests come in. */
export interface Account {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
  readonly apiKeys: Readonly<Record<Scope, string>>;
  readonly sshKeys: readonly SshKey[];
  /** Newest first, which is also the order of `GET /vms`: a new VM shifts every page behind it. */
  readonly vms: Vm[];
  purse: Purse;
  /** Number of the next VM; decides its id, vmid and address. */
  nextIndex: number;
  /** Fields put over the current-spend answer by the control interface. */
  spendOverlay: Readonly<Record<string, unknown>>;
}

/** Every API key starts like this, as the service's own keys start with a prefix of the service. */
export const API_KEY_PREFIX = 'sim_live_';

function apiKey(seed: number, userId: number, scope: number): string {
  const words = [0, 1, 2, 3].map((word) => hash(seed, userId, scope, 31, word));
  return API_KEY_PREFIX + words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

interface Person {
  readonly userId: number;
  readonly email: string;
  readonly password: string;
}

const PEOPLE: NonEmpty<Person> = [
  { userId: 41, email: 'ada@example.test', password: 'ada-demo-password' },
  { userId: 42, email: 'ben@example.test', password: 'ben-demo-password' },
];

/** Two accounts without VMs or money. API keys depend on the seed; emails and passwords never change. */
export function createAccounts(seed: number, start: number): NonEmpty<Account> {
  const account = (person: Person): Account => ({
    ...person,
    apiKeys: {
      read_write: apiKey(seed, person.userId, 0),
      read_only: apiKey(seed, person.userId, 1),
      billing_only: apiKey(seed, person.userId, 2),
    },
    sshKeys: [
      { id: `key-${person.userId}-laptop`, addedAt: start - 90 * 86_400_000 },
      { id: `key-${person.userId}-desktop`, addedAt: start - 12 * 86_400_000 },
    ],
    vms: [],
    purse: { balance: 0 satisfies Micros, spentBefore: 0 },
    nextIndex: 0,
    spendOverlay: {},
  });
  const [first, ...others] = PEOPLE;
  return [account(first), ...others.map(account)];
}
