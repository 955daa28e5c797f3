import { Readable } from 'node:stream';
import type { Account, Accounts, SignedIn } from '../../core/accounts/index.ts';
import { EMPTY_SNAPSHOT } from '../../core/app/kernel/apply-poll.ts';
import { silentLog } from '../../core/log.ts';
import type { FakeClient } from '../../core/monitor/testing/fake-client.ts';
import { spend, vm } from '../../core/monitor/testing/records.ts';
import { createRequestPace } from '../../core/providers/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import type { AppAccount } from '../../shared/accounts/index.ts';
import { type Spend, withBilled } from '../../shared/domain/billing.ts';
import type { Problem } from '../../shared/domain/problem.ts';
import { makeVmList } from '../../shared/domain/testing/records.ts';
import { asUnconfirmed, type Vm } from '../../shared/domain/vm.ts';
import type { AccountSnapshot } from '../../shared/polling/polling-slice.ts';
import type { VmLogin } from '../../shared/ssh/ssh-state.ts';
import { type AppState, initialState } from '../../shared/state/index.ts';
import { withWaste } from '../../shared/state/with-waste.ts';
import { environment } from '../../shared/testing/environment.ts';
import { makeAccount } from '../../shared/testing/make-account.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { Terminal } from '../output.ts';
import type { Context } from '../user.ts';
import type { TableOptions } from '../vms/status-table.ts';

export { spend, vm };

/** A terminal that records what is printed. */
export interface FakeTerminal extends Terminal {
  /** Standard output since the last call. */
  takeOut(): string;
  takeErrors(): string;
}

/** By default a pipe: neither interactive nor colored. */
export function fakeTerminal(
  change: Partial<Pick<Terminal, 'isInteractive' | 'hasColor' | 'width'>> = {},
): FakeTerminal {
  let out = '';
  let errors = '';
  return {
    isInteractive: false,
    hasColor: false,
    width: Number.POSITIVE_INFINITY,
    ...change,
    out(text) {
      out += text;
    },
    error(text) {
      errors += text;
    },
    takeOut() {
      const taken = out;
      out = '';
      return taken;
    },
    takeErrors() {
      const taken = errors;
      errors = '';
      return taken;
    },
  };
}

const refuses = async (): Promise<never> => {
  throw new Error('not expected');
};

/** The context of a command. @param typed a line at each question; null: standard input is a pipe */
export function fakeContext<T extends Partial<Context>>(typed: readonly string[] | null, own: T) {
  const clock = own.clock ?? createVirtualClock();
  const network = { fetch: refuses, clock, log: silentLog, bounds: {}, listMs: 1_000 };
  const terminal = own.terminal ?? fakeTerminal();
  const settings = fakeSettings();
  const rest = { shell: 'posix', warn: () => {}, credentials: null, fetch: refuses } as const;
  return { ...{ clock, network, settings }, ...rest, ...typing(typed, terminal), ...own };
}

function typing(typed: readonly string[] | null, terminal: Terminal) {
  const lines = [...(typed ?? [])];
  const input = Object.assign(new Readable({ read() {} }), { isTTY: typed !== null });
  function prompt(text: string): void {
    terminal.error(text);
    if (text.endsWith(': ')) input.push(`${lines.shift() ?? ''}\n`);
  }
  return { input, prompt, terminal, signal: new AbortController().signal };
}

/** Settings in memory. `current` is the last ones. */
export function fakeSettings(first: Settings = DEFAULT_SETTINGS) {
  const settings = {
    folder: '/dev/null/none',
    current: first,
    file: {
      async update(change: (before: Settings) => Settings) {
        settings.current = change(settings.current);
        return settings.current;
      },
      load: async () => settings.current,
      forget: refuses,
    },
  };
  return settings;
}

/** An account with a fake client. */
export function fakeSource(
  id: string,
  client: FakeClient,
  own: Partial<StatusSource['client']> = {},
  change: Partial<AppAccount> = {},
): StatusSource {
  const idle = { close() {}, end: async () => {}, onProgress() {}, onAnswer: () => () => {} };
  const pace = createRequestPace(createVirtualClock());
  const whole = Object.assign(client, { ...idle, pace, operations: {}, ...own });
  return { ...makeAccount({ id, ...change }), name: id, client: whole };
}

/** The message of a command that fails, else its exit code. */
export const resultOf = (run: Promise<number>) =>
  run.catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'));

/** A stored account with a password login. */
export function account(change: Partial<Account> = {}): Account {
  return {
    id: '5c3b1c6e-8a42-4be1-9c37-6a8f0f4f3a11',
    provider: 'rental',
    label: 'ada@example.com',
    baseUrl: 'https://api.example.com',
    credential: 'login',
    email: 'ada@example.com',
    consoleUrl: null,
    profile: null,
    keys: {},
    turnedOn: {},
    ...change,
  };
}

/** Accounts with set results that record each call. */
export interface FakeAccounts extends Accounts {
  listed: readonly Account[];
  problem: SignedIn['problem'];
  /** `key`, `password` or `out`, each with its argument. */
  readonly calls: (readonly [string, object | string])[];
}

/** @param signedIn the account that every sign-in results in */
export function fakeAccounts(signedIn: Account, listed: readonly Account[] = []): FakeAccounts {
  const accounts: FakeAccounts = {
    listed,
    problem: null,
    calls: [],
    list: async () => accounts.listed,
    async signInWithKey(request) {
      accounts.calls.push(['key', request]);
      return { account: signedIn, problem: accounts.problem };
    },
    async signInWithPassword(request) {
      accounts.calls.push(['password', request]);
      return { account: signedIn, problem: accounts.problem };
    },
    async signOut(accountId) {
      accounts.calls.push(['out', accountId]);
      return null;
    },
    setWriteKey: async () => null,
    isInMemory: () => false,
    storeFromMemory: async () => {},
    open() {
      throw new Error('not expected to be opened');
    },
  };
  return accounts;
}

/** ms since the epoch; the data of a `view` is five seconds older. */
export const NOW = Date.UTC(2026, 0, 2, 12);

interface ViewData {
  readonly vms?: readonly Vm[] | null;
  readonly skipped?: number;
  readonly isComplete?: boolean;
  readonly unconfirmed?: readonly Vm[];
  readonly vmsProblem?: Problem;
  readonly spend?: Spend | null;
  readonly spendProblem?: Problem;
}

/** An account that was polled five seconds ago. */
export function view(
  {
    vms = [],
    skipped = 0,
    isComplete = true,
    unconfirmed = [],
    spend: value = spend(),
    ...problems
  }: ViewData = {},
  change: Partial<AppAccount> & { readonly asOf?: number | null; readonly isRetrying?: true } = {},
) {
  const { asOf = NOW - 5_000, isRetrying, ...account } = change;
  const state: AccountSnapshot = {
    vms: {
      value:
        vms === null
          ? null
          : makeVmList(withBilled([...vms, ...unconfirmed.map(asUnconfirmed)], value), {
              skipped,
              isComplete,
            }),
      problem: problems.vmsProblem ?? null,
    },
    spend: { value, problem: problems.spendProblem ?? null },
    asOf,
    freshness: isRetrying ? 'retrying' : 'live',
  };
  const known = { id: 'account-1', label: 'ada@example.com', ...account };
  return { ...makeAccount(known), state };
}

/** The state with these accounts. One that is retrying is polled. */
export function appOf(
  views: readonly ReturnType<typeof view>[],
  change: Partial<AppState> = {},
): AppState {
  const accounts = views.map(({ state: _, ...account }, index) => ({
    ...account,
    id: index === 0 ? account.id : `${account.id}-${index}`,
  }));
  const snapshots = accounts.map(({ id }, index) => [id, views[index]?.state ?? EMPTY_SNAPSHOT]);
  const polled = views.flatMap(({ state }, index) =>
    state.freshness === 'retrying' ? [[accounts[index]?.id ?? '', NOW]] : [],
  );
  const state = initialState(environment, NOW);
  const nextPolls = Object.fromEntries(polled);
  const known = { accounts, snapshots: Object.fromEntries(snapshots), nextPolls, ...change };
  return withWaste({ ...state, ...known }, NOW);
}

/** What was billed until now, $; null: unknown. */
export const billed = (known: number | null, isAtLeast = false) => ({
  ...{ known, asOf: NOW, perHour: null },
  ...(isAtLeast && { isAtLeast }),
});

/** A login by alias. */
export const login = (alias: string, change: Partial<VmLogin> = {}): VmLogin => ({
  ...{ alias, command: `ssh ${alias}`, hasAddress: true, reach: null },
  ...change,
});

/** Options of the status table without colors, and of unlimited width. */
export const TABLE_OPTIONS: TableOptions = {
  now: NOW,
  color: false,
  width: Number.POSITIVE_INFINITY,
  hasProblems: false,
};
