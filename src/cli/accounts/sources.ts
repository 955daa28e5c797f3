import type { Accounts } from '../../core/accounts/index.ts';
import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import {
  type AccountClient,
  createAccountClient,
  createHttp,
  createKeySession,
  createTokenSession,
  logIn,
  type NetworkPorts,
  refreshTokens,
  ServiceError,
  type StoredTokens,
  storedTokens,
} from '../../core/service/index.ts';
import type { Problem } from '../../shared/domain/index.ts';
import { endClients } from '../interruption.ts';
import type { CredentialSource } from '../options.ts';

/** An account to show. `failed`: the sign-in failed. */
export interface StatusSource {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly access:
    | { readonly kind: 'client'; readonly client: AccountClient }
    | { readonly kind: 'failed'; readonly problem: Problem };
}

/** Runs with accounts, then waits until their refreshed tokens are stored. */
export async function withClients<T>(
  sources: readonly StatusSource[],
  clock: Clock,
  run: (sources: readonly StatusSource[]) => Promise<T>,
): Promise<T> {
  try {
    return await run(sources);
  } finally {
    const clients = sources.flatMap(({ access }) =>
      access.kind === 'client' ? access.client : [],
    );
    await endClients(clients, clock);
  }
}

const GIVEN = 'command-line';

async function openLogin(
  source: Extract<CredentialSource, { kind: 'login' }>,
  password: Secret,
  network: NetworkPorts,
): Promise<AccountClient> {
  const tokens = await logIn(createHttp(source.baseUrl, network), source.email, password);
  let stored: StoredTokens = storedTokens(tokens, network.clock.now());
  return createAccountClient(source.baseUrl, network, (http) =>
    createTokenSession({
      requestRefresh: (token) => refreshTokens(http, token),
      load: async () => stored,
      async save(next) {
        stored = next;
      },
      withFileLock: (run) => run(),
      clock: network.clock,
      log: network.log,
    }),
  );
}

function describeGiven(source: CredentialSource) {
  const { href } = source.baseUrl;
  return {
    id: GIVEN,
    label: source.kind === 'login' ? source.email : new URL(href).host,
    baseUrl: href,
  };
}

/** The account with the credential from standard input. Nothing is stored. @throws ServiceError when the sign-in fails */
export async function givenAccount(
  source: CredentialSource,
  secret: Secret,
  network: NetworkPorts,
) {
  const client =
    source.kind === 'login'
      ? await openLogin(source, secret, network)
      : createAccountClient(source.baseUrl, network, () => createKeySession(secret));
  return { ...describeGiven(source), client };
}

/** The account to show, also when the sign-in fails. */
export async function givenSource(
  source: CredentialSource,
  secret: Secret,
  network: NetworkPorts,
): Promise<StatusSource> {
  try {
    const { client, ...account } = await givenAccount(source, secret, network);
    return { ...account, access: { kind: 'client', client } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...describeGiven(source), access: { kind: 'failed', problem: error.problem } };
  }
}

export async function storedSources(accounts: Accounts): Promise<StatusSource[]> {
  const stored = await accounts.list();
  return stored.map((account) => {
    const { id, label, baseUrl } = account;
    return { id, label, baseUrl, access: { kind: 'client', client: accounts.open(account) } };
  });
}
