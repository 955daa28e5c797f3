import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createComputer, type Process } from './testing/computer.ts';
import { startService } from './testing/service.ts';

/** An account with a key at one service, and a key for another service to move it to. */
async function beforeMoving() {
  const [old, elsewhere] = await Promise.all([startService(), startService()]);
  old.keys.set('old-key', 'all');
  elsewhere.keys.set('new-key', 'all');
  const computer = await createComputer();
  const process = computer.process();
  const { account } = await process.accounts.signInWithKey({
    baseUrl: old.url,
    key: new Secret('old-key'),
  });
  const move = (mover: Process) =>
    mover.accounts.signInWithKey({
      baseUrl: elsewhere.url,
      key: new Secret('new-key'),
      accountId: account.id,
    });
  /** Reads with the account in a new process. */
  async function startAndRead(): Promise<void> {
    const client = await computer.open(computer.process(), account.id);
    await client.currentSpend?.().catch(() => {});
  }
  function expectNothingLeaked(): void {
    expect([...old.seen]).toEqual(['old-key']);
    expect([...elsewhere.seen]).toEqual(['new-key']);
  }
  return { computer, process, account, move, startAndRead, expectNothingLeaked };
}

/** Makes the process crash after `changes` changes of settings and keychain. */
function crashingAfter(process: Process, changes: number): Process {
  let left = changes;
  function counted<A extends unknown[], R>(act: (...args: A) => Promise<R>) {
    return async (...args: A) => {
      if (left === 0) throw new Error('crashed');
      left -= 1;
      return act(...args);
    };
  }
  const { vault, settings } = process;
  Object.assign(vault, { write: counted(vault.write), remove: counted(vault.remove) });
  Object.assign(settings, { update: counted(settings.update) });
  return process;
}

describe('an account moved to another service', () => {
  test('is marked as stored when the keychain is unlocked in time', async () => {
    const { computer, account, move } = await beforeMoving();
    const mover = computer.process();
    const { remove } = mover.vault;
    computer.keychain.locked = true;
    Object.assign(mover.vault, {
      async remove(id: string) {
        const removal = await remove(id);
        computer.keychain.locked = false;
        return removal;
      },
    });
    expect((await move(mover)).problem).toBeNull();
    const client = await computer.open(computer.process(), account.id);
    await expect(client.currentSpend?.()).resolves.toHaveProperty('perHour', 0.69);
  });

  describe.each(['unlocked', 'locked'])('with the keychain %s', (state) => {
    test.each([0, 1, 2, 3])(
      'sends no credential to the wrong service after a crash at step %d',
      async (changes) => {
        const { computer, move, startAndRead, expectNothingLeaked } = await beforeMoving();
        computer.keychain.locked = state === 'locked';
        await move(crashingAfter(computer.process(), changes)).catch((error: unknown) =>
          expect(error).toHaveProperty('message', 'crashed'),
        );
        computer.keychain.locked = false;
        await startAndRead();
        expectNothingLeaked();
      },
    );
  });
});
