import type { Accounts } from '../../core/accounts/index.ts';
import type { Clock } from '../../core/clock.ts';
import {
  type AccountClient,
  createAccountClient,
  createKeySession,
  createTokenSession,
  logIn,
  type NetworkPorts,
  refreshTokens,
  type StoredTokens,
  storedTokens,
} from '../../core/providers/index.ts';
import type { Secret } from '../../core/secret.ts';
import { endClients } from '../interruption.ts';
import type { CredentialSource } from '../options.ts';

export interface StatusSource {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly client: AccountClient;
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
    await endClients(
      sources.map(({ client }) => client),
      clock,
    );
  }
}

/** Signs in with the first request, and again with the next one where that failed. */
function openLogin(
  { baseUrl, email }: Extract<CredentialSource, { kind: 'login' }>,
  password: Secret,
  network: NetworkPorts,
): AccountClient {
  let stored: StoredTokens | null = null;
  return createAccountClient(baseUrl, network, (http) =>
    createTokenSession({
      requestRefresh: (token) => refreshTokens(http, token),
      async load() {
        stored ??= storedTokens(await logIn(http, email, password), network.clock.now());
        return stored;
      },
      async save(next) {
        stored = next;
      },
      withFileLock: (run) => run(),
      clock: network.clock,
      log: network.log,
    }),
  );
}

/** The account with the credential from standard input. Nothing is stored. */
export function givenAccount(
  source: CredentialSource,
  secret: Secret,
  network: NetworkPorts,
): StatusSource {
  const { baseUrl } = source;
  const isLogin = source.kind === 'login';
  return {
    id: 'command-line',
    label: isLogin ? source.email : new URL(baseUrl.href).host,
    baseUrl: baseUrl.href,
    client: isLogin
      ? openLogin(source, secret, network)
      : createAccountClient(baseUrl, network, () => createKeySession(secret)),
  };
}

export async function storedSources(accounts: Accounts): Promise<StatusSource[]> {
  const stored = await accounts.list();
  return stored.map((account) => {
    const { id, label, baseUrl } = account;
    return { id, label, baseUrl, client: accounts.open(account) };
  });
}
