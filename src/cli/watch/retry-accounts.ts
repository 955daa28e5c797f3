import type { Application } from '../../core/app/index.ts';
import { fileVersion } from '../../core/files/index.ts';
import { accountProblem, accountStatus, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';

/** Minutes between two tries of an account that waits for its user: on a server, only this retries. */
const RETRY_MINUTES = 15;

const versionOf = (path: string | null) => path && fileVersion(path);

/**
 * What to do each minute: poll stuck accounts again, at once after a change of the file, which is read until its accounts are stored.
 * @param path of the credentials file; null: the keychain @param addAccounts stores the accounts of the changed file
 */
export function accountRetries(
  {
    state,
    requests,
  }: Pick<Application, 'state'> & {
    readonly requests: Pick<Application['requests'], 'refresh'>;
  },
  path: string | null,
  addAccounts: () => Promise<void>,
) {
  let version = versionOf(path);
  let minutes = 0;

  /** Their polls wait for a person, or come less and less often. A locked keychain would prompt with each try. */
  function isStuck(accountId: string, isChanged: boolean): boolean {
    const snapshot = state().snapshots[accountId] ?? UNKNOWN_STATE;
    const status = accountStatus(snapshot);
    if (status === 'refused' || accountProblem(snapshot)?.kind === 'forbidden') return isChanged;
    return status === 'signedOut' || (status === 'blocked' && path !== null);
  }

  return async (): Promise<void> => {
    const found = versionOf(path);
    const isChanged = found !== version;
    minutes += 1;
    // A poll finds the added ones in the settings.
    if (isChanged) await addAccounts();
    version = found;
    if (!isChanged && minutes % RETRY_MINUTES !== 0) return;
    const stuck = state().accounts.filter(({ id }) => isStuck(id, isChanged));
    // Refused where the service limits requests: then they are polled when it allows that.
    await Promise.allSettled(stuck.map(({ id }) => requests.refresh({ accountId: id })));
  };
}
