import { rm, writeFile } from 'node:fs/promises';
import { unlessAborted } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import {
  type CredentialPorts,
  type NetworkPorts,
  ServiceError,
  type Session,
} from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import {
  readCredential,
  type StoredCredential,
  throwAsCredentialError,
} from './stored-credential.ts';

/** A session with an API key, which is read when first needed, and again after a 401: it may have been replaced. */
export function createStoredKeySession(stored: StoredCredential): Session {
  let key: Secret | null = null;
  let loading: Promise<Secret> | null = null;
  let isClosed = false;

  async function read(): Promise<Secret> {
    const found = isClosed ? null : await readCredential(stored);
    // It may have been closed meanwhile.
    if (isClosed || found === null)
      throw new ServiceError({ kind: 'unauthorized', credential: 'apiKey' });
    key = found;
    return found;
  }

  /** Shared by all callers: a read may open a prompt, and takes its whole deadline on a frozen keychain. */
  function load(): Promise<Secret> {
    loading ??= read().finally(() => {
      loading = null;
    });
    return loading;
  }

  return {
    credential: 'apiKey',
    bearer: async (signal) => key ?? unlessAborted(load(), signal),
    async replace(used, signal) {
      const found = await unlessAborted(load(), signal);
      return found.equals(used) ? null : found;
    },
    close() {
      isClosed = true;
      key = null;
    },
    end: async () => {},
  };
}

/** The mark of a refresh that has begun: an empty file beside the lock, which is held while it changes. */
export function refreshMark(
  lockFile: string,
  log: Log,
): NonNullable<CredentialPorts<Secret>['begun']> {
  const path = `${lockFile}.begun`;
  const failed = (error: unknown) => log.warn('session.notMarked', describeInternalError(error));
  return {
    async set() {
      try {
        await writeFile(path, '', { flag: 'wx', mode: 0o600 });
        return false;
      } catch (error) {
        const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        if (!exists) failed(error);
        return exists;
      }
    },
    clear: () => rm(path, { force: true }).catch(failed),
  };
}

/** @param lockFile held during a refresh and a sign-out, so that no two processes rotate one token */
export function storedCredentialPorts(
  stored: StoredCredential,
  { clock, log }: NetworkPorts,
  lockFile: string,
): CredentialPorts<Secret> {
  const { vault, item } = stored;
  return {
    load: () => readCredential(stored),
    async save(credential) {
      const problem = await vault.write(item, credential);
      if (problem !== null) log.warn('session.keptInMemory', { item });
    },
    begun: refreshMark(lockFile, log),
    withFileLock: (run) => withFileLock(lockFile, clock, run).catch(throwAsCredentialError),
    clock,
    log,
  };
}
