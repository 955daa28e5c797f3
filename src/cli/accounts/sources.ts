import { type Account, type Accounts, shownAccount } from '../../core/accounts/index.ts';
import { sleep, unlessAborted } from '../../core/clock.ts';
import {
  type AccountClient,
  createAccountClient,
  createKeySession,
  createRequestPace,
  type Http,
  loadProvider,
  type NetworkPorts,
  type PasswordLogin,
  ServiceError,
  type Session,
} from '../../core/providers/index.ts';
import type { Secret } from '../../core/secret.ts';
import { type AppAccount, accountName } from '../../shared/accounts/index.ts';
import type { ProblemKind } from '../../shared/domain/problem.ts';
import type { ServiceProfile } from '../../shared/domain/service-profile.ts';
import { listProgressText } from '../../shared/polling/polling-slice.ts';
import { PROVIDERS, serviceOf } from '../../shared/providers/providers.ts';
import type { Command } from '../arguments.ts';
import { CommandError, EXIT, refuse } from '../errors.ts';
import * as messages from '../messages.ts';
import type { CredentialSource } from '../options.ts';
import { type CommandOf, type Context, withAccounts } from '../user.ts';
import { readSecret, secretName } from './read-secret.ts';

export interface StatusSource extends AppAccount {
  /** As in `accountNames`, of all stored accounts. */
  readonly name: string;
  readonly client: AccountClient;
}

/** A command with the accounts that it reads. */
export interface SourcesRun<Name extends Command['name']> extends Context {
  readonly command: CommandOf<Name>;
  readonly sources: readonly StatusSource[];
}

/** ms; a service that does not answer delays the end of a command by no more than this. */
const MAX_END_MS = 3_000;

/** Runs with accounts, then waits until their refreshed tokens are stored, however the command ended. @throws the signal's reason */
export async function withClients<T>(
  sources: readonly StatusSource[],
  { terminal, clock, signal }: Pick<Context, 'terminal' | 'clock' | 'signal'>,
  run: (sources: readonly StatusSource[]) => Promise<T>,
): Promise<T> {
  for (const { client } of sources)
    client.onProgress((...read) => {
      if (terminal.isInteractive) terminal.error(`${listProgressText(...read)}\n`);
    });
  try {
    return await unlessAborted(run(sources), signal);
  } finally {
    const ended = Promise.all(sources.map(({ client }) => client.end()));
    await Promise.race([ended, sleep(clock, MAX_END_MS)]);
  }
}

/** A refused sign-in is not repeated: services count them, and lock the account. */
const REFUSALS: readonly ProblemKind[] = ['unauthorized', 'invalid', 'forbidden'];

/** The session of a login, which signs in with the first request, and again with the next one unless that was refused. */
function loginSession(
  login: PasswordLogin,
  email: string,
  password: Secret,
  { clock, log }: NetworkPorts,
): (http: Http) => Session {
  let stored: Promise<Secret> | null = null;
  return (http) =>
    login.openSession(http, {
      load() {
        stored ??= login.signIn(http, email, password, clock).catch((error: unknown) => {
          const isRefused = error instanceof ServiceError && REFUSALS.includes(error.problem.kind);
          if (!isRefused) stored = null;
          throw error;
        });
        return stored;
      },
      async save(next) {
        stored = Promise.resolve(next);
      },
      withFileLock: (run) => run(),
      clock,
      log,
    });
}

/** The account with the credential from standard input. Nothing is stored. */
export async function givenAccount(
  source: CredentialSource,
  secret: Secret,
  network: NetworkPorts,
  profile: ServiceProfile | null = null,
): Promise<StatusSource> {
  const { provider, baseUrl: base } = source;
  const isLogin = source.kind === 'login';
  const { open, login, isOwnError } = await loadProvider(provider);
  const createSession =
    isLogin && login !== undefined
      ? loginSession(login, source.email, secret, network)
      : () => createKeySession(secret);
  const pace = createRequestPace(network.clock, PROVIDERS[provider].minIntervalMs);
  const ports = { createSession, pace };
  const client = createAccountClient({ base, open, isOwnError, profile }, network, ports);
  const baseUrl = base.href;
  const email = isLogin ? source.email : null;
  const account = {
    id: 'command-line',
    provider,
    label: email ?? serviceOf({ provider, baseUrl }),
    baseUrl,
    credential: source.kind,
    email,
    consoleUrl: profile?.consoleUrl ?? null,
    profile,
    keys: {},
    turnedOn: {},
  };
  const name = accountName([account], account.id);
  return { ...shownAccount(account, client, 'memory'), name, client };
}

/** @param accounts all of them, which names depend on */
export function isNamed(
  { id, label, email }: Account,
  name: string,
  accounts: readonly Account[],
): boolean {
  const names = [id, label, email, accountName(accounts, id)];
  return names.some((one) => one?.normalize('NFC') === name.normalize('NFC'));
}

/** The stored account that a command means. @param name id, name or email; null: the only one @throws CommandError */
export function storedAccount(accounts: readonly Account[], name: string | null): Account {
  const matching =
    name === null ? accounts : accounts.filter((account) => isNamed(account, name, accounts));
  const [account, ...others] = matching;
  if (others.length > 0) refuse(messages.account.whichOne(matching));
  if (account !== undefined) return account;
  if (name !== null) return refuse(messages.account.noMatch(name, accounts));
  throw new CommandError(EXIT.signedOut, messages.account.signInFirst);
}

export function openSource(
  accounts: Accounts,
  account: Account,
  stored: readonly Account[],
): StatusSource {
  const client = accounts.open(account);
  const name = accountName(stored, account.id);
  return { ...shownAccount(account, client, 'keychain'), name, client };
}

export async function readGiven(
  credential: CredentialSource,
  context: Context,
  profile: ServiceProfile | null = null,
): Promise<StatusSource> {
  const secret = await readSecret(secretName(credential), context);
  return givenAccount(credential, secret, context.network, profile);
}

function requireAccounts(stored: readonly Account[]): readonly Account[] {
  if (stored.length > 0) return stored;
  throw new CommandError(EXIT.signedOut, messages.account.signInFirst);
}

/** Runs with the given account; null: with the stored ones. @param choose which of these; default: all, at least one @throws CommandError */
export async function withSources<T>(
  given: StatusSource | null,
  context: Context,
  run: (sources: readonly StatusSource[]) => Promise<T>,
  choose = requireAccounts,
): Promise<T> {
  if (given !== null) return withClients([given], context, run);
  return withAccounts(context, async (accounts) => {
    const stored = await unlessAborted(accounts.list(), context.signal);
    const sources = choose(stored).map((account) => openSource(accounts, account, stored));
    return withClients(sources, context, run);
  });
}
