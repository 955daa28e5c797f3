import { rm, writeFile } from 'node:fs/promises';
import { unlessAborted } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import { describeInternalError, type Log } from '../log.ts';
import type { NetworkPorts } from '../providers/index.ts';
import {
  createTokenSession,
  type Http,
  refreshTokens,
  ServiceError,
  type Session,
  type TokenSessionPorts,
} from '../providers/index.ts';
import type { Secret } from '../secret.ts';
import {
  readCredential,
  type StoredCredential,
  throwAsCredentialError,
} from './stored-credential.ts';
import { packTokens, unpackTokens } from './stored-tokens.ts';

/** A session with an API key, which is read when first needed, and again after a 401: it may have been replaced. */
export function createStoredKeySession(stored: StoredCredential): Session {
  let key: Secret | null = null;
  let loading: Promise<Secret> | null = null;
  let isClosed = false;
  const refused = () => new ServiceError({ kind: 'unauthorized', credential: 'apiKey' });

  async function read(): Promise<Secret> {
    if (isClosed) throw refused();
    const found = await readCredential(stored);
    if (isClosed) throw refused();
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
export function refreshMark(lockFile: string, log: Log): NonNullable<TokenSessionPorts['begun']> {
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
export function createStoredTokenSession(
  stored: StoredCredential,
  http: Http,
  { clock, log }: NetworkPorts,
  lockFile: string,
): Session {
  const { vault, item } = stored;
  return createTokenSession({
    requestRefresh: (token) => refreshTokens(http, token),
    load: async () => unpackTokens(await readCredential(stored)),
    async save(tokens) {
      const problem = await vault.write(item, packTokens(tokens));
      if (problem !== null) log.warn('session.keptInMemory', { item });
    },
    begun: refreshMark(lockFile, log),
    withFileLock: (run) => withFileLock(lockFile, clock, run).catch(throwAsCredentialError),
    clock,
    log,
  });
}
