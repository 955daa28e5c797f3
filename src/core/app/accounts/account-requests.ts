import type { ServiceProfile } from '../../../shared/domain/service-profile.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import {
  FIRST_PROVIDER,
  isOwnService,
  lackOf,
  PROVIDERS,
} from '../../../shared/providers/providers.ts';
import { type Accounts, type SignedIn, withAccountChange } from '../../accounts/index.ts';
import { addressOf, type BaseUrl, parseConsoleUrl, parseProfile } from '../../providers/index.ts';
import { Secret } from '../../secret.ts';
import { withoutWriteProblem } from '../kernel/apply-poll.ts';
import { requireAccount, requireBaseUrl } from '../kernel/lookups.ts';
import type { PartPorts, RequestHandlers } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

interface AccountRequestPorts extends PartPorts {
  readonly accounts: Accounts;
  reload(): Promise<void>;
  signedIn(accountId: string): Promise<void>;
  signingOut(accountId: string): void;
}

/** A network asks for its login on plain http at the service's host, since a certificate for this host is not the network's. */
export function loginPage(baseUrl: string): string {
  const { protocol, host, hostname } = new URL(baseUrl);
  return `http://${protocol === 'http:' ? host : hostname}/`;
}

function requireProfile(text: string): ServiceProfile {
  const result = parseProfile(text);
  return result.ok ? result.profile : refuse('invalid', result.message, 'Correct the profile.');
}

/** Each rejects with a `RefusalError`, `ServiceError`, `KeychainError` or `FileError`. */
export function createAccountRequests(ports: AccountRequestPorts) {
  const { store, settings, accounts, desktop } = ports;

  /** The key of a provider with an address goes there, to this computer, or where its account already is. @throws RefusalError */
  async function placeOf({
    provider = FIRST_PROVIDER,
    baseUrl,
    accountId,
  }: RequestInput<'signInWithKey'>): Promise<BaseUrl> {
    const base = requireBaseUrl(baseUrl);
    const { name, address } = PROVIDERS[provider];
    if (address === base.href) return requireBaseUrl(addressOf(provider) ?? address);
    if (address === null || base.isLoopback) return base;
    const isKnown = (await accounts.list()).some(
      (account) =>
        account.id === accountId && account.provider === provider && account.baseUrl === base.href,
    );
    if (isKnown) return base;
    const { host } = new URL(address);
    return refuse('invalid', `Keys of ${name} are sent to ${host} only.`, 'Sign in again.');
  }

  async function finishSignIn(signedIn: SignedIn) {
    await ports.signedIn(signedIn.account.id);
    store.apply(withoutWriteProblem(store.core(), signedIn.account.id));
    return { accountId: signedIn.account.id };
  }

  return {
    async signInWithKey(input) {
      const { provider = FIRST_PROVIDER, key, accountId } = input;
      const baseUrl = await placeOf(input);
      const request = { provider, baseUrl, key: new Secret(key.trim()), accountId };
      return finishSignIn(await accounts.signInWithKey(request));
    },
    async signInWithPassword({ baseUrl, password, ...login }) {
      const request = { baseUrl: requireBaseUrl(baseUrl), password: new Secret(password) };
      return finishSignIn(await accounts.signInWithPassword({ ...login, ...request }));
    },
    async setWriteKey({ accountId, key }) {
      // The CLI may have signed it out.
      const account = requireAccount(await accounts.list(), accountId);
      const secret = key === null ? null : new Secret(key.trim());
      const problem = await accounts.setWriteKey(account, secret);
      store.apply(withoutWriteProblem(store.core(), accountId));
      await ports.reload();
      if (problem !== null) throw problem;
    },
    async signOut({ accountId }) {
      ports.signingOut(accountId);
      // Also after a failure: the account may still be there.
      const problem = await accounts.signOut(accountId).finally(ports.reload);
      if (problem !== null) throw problem;
      // Its muted VMs are gone too.
      ports.settingsChanged(await settings.load());
    },
    async changeAccount({ accountId, consoleUrl: typed, profile: written, ...change }) {
      const account = requireAccount(await accounts.list(), accountId);
      if (written != null && !isOwnService(account))
        refuse('invalid', 'This provider needs no service profile.', 'Leave it empty.');
      const profile = written == null ? written : requireProfile(written);
      const consoleUrl = typed && parseConsoleUrl(typed);
      if (typed && consoleUrl === null)
        refuse(
          'invalid',
          'The console URL is not a full https address.',
          'Enter one such as https://console.example.com, without a user name.',
        );
      await settings.update((current) =>
        withAccountChange(current, accountId, { ...change, consoleUrl, profile }),
      );
      await ports.reload();
    },
    async openConsole({ accountId }) {
      const { consoleUrl } = requireAccount(store.get().accounts, accountId);
      const address = consoleUrl && parseConsoleUrl(consoleUrl);
      if (!address) return refuse('noConsole', 'No console URL is set.', 'Add it under Accounts.');
      await desktop.openInBrowser(address);
    },
    async openKeysPage({ provider }) {
      const { keys } = PROVIDERS[provider];
      if (keys !== null) await desktop.openInBrowser(keys.page);
    },
    async openLoginPage({ accountId }) {
      const { baseUrl } = requireAccount(store.get().accounts, accountId);
      await desktop.openInBrowser(loginPage(baseUrl));
    },
    async openLackPage({ accountId }) {
      const lack = lackOf(requireAccount(store.get().accounts, accountId), 'balance');
      if (lack !== null) await desktop.openInBrowser(lack.page);
    },
  } satisfies Partial<RequestHandlers>;
}
