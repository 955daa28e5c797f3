import { expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import type { AskSsh, SshAnswer } from '../tools/index.ts';
import { namesOfUser } from './names-of-user.ts';

/** What `ssh -G` says where nothing is configured, and with changes. */
function answer(alias: string, changes: Readonly<Record<string, string>> = {}): SshAnswer {
  return new Map(Object.entries({ host: alias, hostname: alias, user: 'ann', ...changes }));
}

function knownWith(answerOf: (alias: string) => SshAnswer | 'late' | null) {
  const ask: AskSsh = async (alias) => answerOf(alias);
  return namesOfUser(ask, systemClock);
}

const NAMES = ['gpu-box', 'gpu-tray', 'gpu-x'];

test('a name for which ssh does anything of its own is the user’s, without a HostName too', async () => {
  const known = knownWith((alias) =>
    answer(alias, alias === 'gpu-box' ? { proxyjump: 'bastion' } : {}),
  );
  expect([...(await known(NAMES))]).toEqual(['gpu-box']);
});

test('what holds for every name is nobody’s, also where the name or a hash of it is in it', async () => {
  const known = knownWith((alias) =>
    answer(alias, {
      hostname: `${alias}.corp.example`,
      controlpath: `/tmp/${Buffer.from(alias).toString('hex')}`,
      identityfile: '~/.ssh/gpu-x-key',
    }),
  );
  expect([...(await known(NAMES))]).toEqual([]);
});

test('a keyword that others have and this one has not makes it the user’s as well', async () => {
  const known = knownWith((alias) =>
    alias === 'gpu-x' ? answer(alias) : answer(alias, { proxyjump: 'bastion' }),
  );
  expect([...(await known(NAMES))]).toEqual(['gpu-x']);
});

test('eight are asked for at once', async () => {
  let now = 0;
  let most = 0;
  const ask: AskSsh = async (alias) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return answer(alias);
  };
  await namesOfUser(ask, systemClock)(Array.from({ length: 40 }, (_, n) => `gpu-${n}`));
  expect(most).toBe(8);
});

test('after the first that is late nothing more is asked', async () => {
  const asked: string[] = [];
  const known = knownWith((alias) => {
    asked.push(alias);
    return 'late';
  });
  expect([...(await known(NAMES))]).toEqual([]);
  expect([...(await known(['gpu-y']))]).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('patience is limited, and what was not asked for is free', async () => {
  const clock = createVirtualClock();
  let asked = 0;
  const ask: AskSsh = async (alias) => {
    asked += 1;
    await clock.advance(4_000);
    return answer(alias, alias.startsWith('gpu-tray-check') ? {} : { user: 'theirs' });
  };
  const known = namesOfUser(ask, clock);
  const names = Array.from({ length: 40 }, (_, n) => `gpu-${n}`);
  expect((await known(names)).size).toBeLessThan(9);
  expect(asked).toBeLessThan(11);
});

test('where ssh cannot be asked, every name is free', async () => {
  const known = knownWith(() => null);
  expect([...(await known(NAMES))]).toEqual([]);
});
