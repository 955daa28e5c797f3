import { expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { createVirtualClock } from '../../virtual-clock.ts';
import type { AskSsh, SshAnswer } from '../probe/ssh-tools.ts';
import { userAliases } from './user-aliases.ts';

/** The output of `ssh -G` without a config, with some values replaced. */
function answer(alias: string, changes: Readonly<Record<string, string>> = {}): SshAnswer {
  return new Map(Object.entries({ host: alias, hostname: alias, user: 'ann', ...changes }));
}

function finderWith(answerOf: (alias: string) => SshAnswer | 'late' | null) {
  const ask: AskSsh = async (alias) => answerOf(alias);
  return userAliases(ask, systemClock);
}

const NAMES = ['gpu-box', 'gpu-tray', 'gpu-x'];

test('an alias with settings of its own is defined, also without a HostName', async () => {
  const find = finderWith((alias) =>
    answer(alias, alias === 'gpu-box' ? { proxyjump: 'bastion' } : {}),
  );
  expect([...(await find(NAMES))]).toEqual(['gpu-box']);
});

test('settings of every alias define none, even if they contain the alias or a hash of it', async () => {
  const find = finderWith((alias) =>
    answer(alias, {
      hostname: `${alias}.corp.example`,
      controlpath: `/tmp/${Buffer.from(alias).toString('hex')}`,
      identityfile: '~/.ssh/gpu-x-key',
    }),
  );
  expect([...(await find(NAMES))]).toEqual([]);
});

test('an alias that lacks a setting of all others is defined', async () => {
  const find = finderWith((alias) =>
    alias === 'gpu-x' ? answer(alias) : answer(alias, { proxyjump: 'bastion' }),
  );
  expect([...(await find(NAMES))]).toEqual(['gpu-x']);
});

test('at most eight are checked at once', async () => {
  let now = 0;
  let max = 0;
  const ask: AskSsh = async (alias) => {
    now += 1;
    max = Math.max(max, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return answer(alias);
  };
  await userAliases(ask, systemClock)(Array.from({ length: 40 }, (_, n) => `gpu-${n}`));
  expect(max).toBe(8);
});

test('checking stops after the first timeout', async () => {
  const asked: string[] = [];
  const find = finderWith((alias) => {
    asked.push(alias);
    return 'late';
  });
  expect([...(await find(NAMES))]).toEqual([]);
  expect([...(await find(['gpu-y']))]).toEqual([]);
  expect(asked).toHaveLength(1);
});

test('checking stops after 10 s, and unchecked aliases are free', async () => {
  const clock = createVirtualClock();
  let asked = 0;
  const ask: AskSsh = async (alias) => {
    asked += 1;
    await clock.advance(4_000);
    return answer(alias, alias.startsWith('gpu-tray-check') ? {} : { user: 'theirs' });
  };
  const find = userAliases(ask, clock);
  const names = Array.from({ length: 40 }, (_, n) => `gpu-${n}`);
  expect((await find(names)).size).toBeLessThan(9);
  expect(asked).toBeLessThan(11);
});

test('every alias is free where ssh gives no answer', async () => {
  const find = finderWith(() => null);
  expect([...(await find(NAMES))]).toEqual([]);
});
