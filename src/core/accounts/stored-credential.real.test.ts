import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../clock.ts';
import { withFileLock } from '../files/index.ts';
import { temporaryFolder } from '../files/testing/temporary-folder.ts';
import { silentLog } from '../log.ts';
import { type Http, ServiceError } from '../providers/index.ts';
import { rental } from '../providers/rental/adapter.ts';
import { Secret } from '../secret.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createVault } from '../vault/index.ts';
import { createMemorySecretStore } from '../vault/testing/memory-secret-store.ts';
import { storedCredentialPorts } from './stored-credential.ts';

/** A signed-in account of a process. @param http the service */
function sessionOf(lockFile: string, http: Http, clock: Clock) {
  const store = createMemorySecretStore();
  const vault = createVault({ store, collectionState: async () => 'available', log: silentLog });
  const stored = { vault, item: 'one', place: async () => 'keychain' as const };
  const network = { fetch: globalThis.fetch, clock, log: silentLog, listMs: 0 };
  return {
    vault,
    session:
      rental.login?.openSession(http, storedCredentialPorts(stored, network, lockFile)) ??
      expect.fail(),
  };
}

test('a session is lost, with the reason, when the process ended during its refresh', async () => {
  const lockFile = join(await temporaryFolder(), 'account.lock');
  const refuse = (kind: 'network' | 'unauthorized') => () =>
    Promise.reject(
      new ServiceError(kind === 'network' ? { kind } : { kind, credential: 'session' }),
    );
  for (const [answer, problem] of [
    ['network', { kind: 'network' }],
    ['unauthorized', { kind: 'unauthorized', credential: 'lostSession' }],
    ['unauthorized', { kind: 'unauthorized', credential: 'session' }],
  ] as const) {
    const { vault, session } = sessionOf(lockFile, refuse(answer), systemClock);
    await vault.write('one', new Secret('refresh-0'));
    await expect(session.bearer()).rejects.toMatchObject({ problem });
  }
});

test('an account that another process has locked is busy, not signed out', async () => {
  const lockFile = join(await temporaryFolder(), 'account.lock');
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const other = withFileLock(lockFile, systemClock, () => {
    held.resolve();
    return released.promise;
  });
  await held.promise;
  const clock = createVirtualClock();
  const never = () => Promise.reject(new Error('sent a request without the lock'));
  const { session } = sessionOf(lockFile, never, clock);
  let hasEnded = false;
  const ending = session
    .bearer()
    .catch((error: unknown) => error)
    .finally(() => {
      hasEnded = true;
    });
  // Lock attempts use real file system time, so the virtual clock advances in steps.
  while (!hasEnded) await clock.advance(1_000);
  expect(await ending).toMatchObject({ problem: { kind: 'busy' } });
  released.resolve();
  await other;
});
