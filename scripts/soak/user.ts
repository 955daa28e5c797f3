import type { Application } from '../../src/core/app/index.ts';
import { UserError } from '../../src/core/user-error.ts';
import { accountStatus } from '../../src/shared/domain/index.ts';
import { PROVIDERS, type ProviderId } from '../../src/shared/providers/providers.ts';
import type { World } from '../world/world.ts';
import type { Chance } from './chance.ts';
import type { createJudge } from './judge.ts';
import { USERS, type User } from './wire.ts';

interface UserPorts {
  readonly provider: ProviderId;
  readonly world: World;
  readonly application: () => Application;
  readonly judge: ReturnType<typeof createJudge>;
  readonly chance: Chance;
  readonly onDefect: (defect: string) => void;
}

/** The user of both accounts. */
export function createUser(ports: UserPorts) {
  const { provider, world, application, judge, chance, onDefect } = ports;
  const hasLogins = PROVIDERS[provider].signIn.includes('login');
  const { baseUrl, credentials } = world;
  const [keyUser, loginUser = keyUser] = credentials;
  const accountIds = new Map<User, string>();
  const idOf = (user: User) => accountIds.get(user) ?? null;

  /** Requests may fail, but only in foreseen ways. */
  function attempt(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      const name = error instanceof Error ? error.name : typeof error;
      if (!(error instanceof UserError) && name !== 'ServiceError') onDefect(`${name}: ${error}`);
    });
  }

  async function send(user: User): Promise<void> {
    const { signInWithKey, signInWithPassword } = application().requests;
    const account = { baseUrl, accountId: idOf(user) };
    const { email, password, apiKeys } = user === 'key' ? keyUser : loginUser;
    const { accountId } =
      user === 'key' || !hasLogins
        ? await signInWithKey({ ...account, provider, key: apiKeys.read_write })
        : await signInWithPassword({ ...account, email, password });
    accountIds.set(user, accountId);
  }
  const signIn = (user: User) => attempt(judge.accounts[user].signIn(() => send(user)));

  function act(user: User): void {
    const snapshot = application().state().snapshots[idOf(user) ?? ''];
    if (judge.accounts[user].isSigningIn() || snapshot === undefined) return;
    const problems = [snapshot.vms.problem?.kind, snapshot.spend.problem?.kind];
    if (accountStatus(snapshot) === 'signedOut') signIn(user);
    else if (problems.includes('forbidden') || chance.random() < 0.05)
      attempt(application().requests.refresh({ accountId: idOf(user) }));
  }

  return {
    idOf,
    attempt,
    signIn: () => USERS.forEach(signIn),
    /** Signs in again when the app asks for it, and refreshes now and then. */
    act: () => USERS.forEach(act),
  };
}
