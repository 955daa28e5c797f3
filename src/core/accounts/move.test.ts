import { describe, expect, test } from 'vitest';
import { Secret } from '../secret.ts';
import { createHousehold, type Process } from './testing/household.ts';
import { startService } from './testing/service.ts';

/** An account with a key at one service, and a key for another service, to which it is to be moved. */
async function beforeMoving() {
  const [old, elsewhere] = await Promise.all([startService(), startService()]);
  old.keys.set('old-key', 'all');
  elsewhere.keys.set('new-key', 'all');
  const home = await createHousehold();
  const process = home.process();
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
  /** What a process that starts now makes of the account. */
  async function startAndRead(): Promise<void> {
    const client = await home.open(home.process(), account.id);
    await client.currentSpend().catch(() => {});
  }
  function expectNothingLeaked(): void {
    expect([...old.seen]).toEqual(['old-key']);
    expect([...elsewhere.seen]).toEqual(['new-key']);
  }
  return { home, process, account, move, startAndRead, expectNothingLeaked };
}

/** A process that ends before it has done more than so many things to the settings and the keychain. */
function mortal(process: Process, things: number): Process {
  let left = things;
  function mortally<A extends unknown[], R>(act: (...args: A) => Promise<R>) {
    return async (...args: A) => {
      if (left === 0) throw new Error('the process is gone');
      left -= 1;
      return act(...args);
    };
  }
  const { vault, settings } = process;
  Object.assign(vault, { write: mortally(vault.write), remove: mortally(vault.remove) });
  Object.assign(settings, { update: mortally(settings.update) });
  return process;
}

describe('an account that moves to another service', () => {
  test('has its new credential there', async () => {
    const { home, process, account, move, startAndRead, expectNothingLeaked } =
      await beforeMoving();
    expect((await move(process)).kept).toEqual({ in: 'keychain' });
    expect(home.keychain.items).toEqual(new Map([[account.id, 'new-key']]));
    await startAndRead();
    expectNothingLeaked();
  });

  test('has it marked when the keychain opens just in time', async () => {
    const { home, account, move } = await beforeMoving();
    const mover = home.process();
    const { remove } = mover.vault;
    home.keychain.locked = true;
    Object.assign(mover.vault, {
      async remove(id: string) {
        const removal = await remove(id);
        home.keychain.locked = false;
        return removal;
      },
    });
    expect((await move(mover)).kept).toEqual({ in: 'keychain' });
    const client = await home.open(home.process(), account.id);
    await expect(client.currentSpend()).resolves.toHaveProperty('perHour', 0.69);
  });

  describe.each(['open', 'locked'])('with the keychain %s', (state) => {
    test.each([0, 1, 2, 3])(
      'sends no credential to the wrong one, also after a crash at step %d',
      async (things) => {
        const { home, move, startAndRead, expectNothingLeaked } = await beforeMoving();
        home.keychain.locked = state === 'locked';
        await move(mortal(home.process(), things)).catch((error: unknown) =>
          expect(error).toHaveProperty('message', 'the process is gone'),
        );
        home.keychain.locked = false;
        await startAndRead();
        expectNothingLeaked();
      },
    );
  });
});
