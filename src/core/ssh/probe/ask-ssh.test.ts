import { expect, test } from 'vitest';
import type { RunOutcome } from '../../run-with-timeout.ts';
import { createAskSsh } from './ask-ssh.ts';
import type { RunSsh } from './ssh-programs.ts';

const answerTo = (outcome: RunOutcome) =>
  createAskSsh(
    async () => outcome,
    () => [],
  )('x');

test('passes the name after --, and an address in place of HostName', async () => {
  const seen: unknown[] = [];
  const run: RunSsh = async (_, args) => {
    seen.push(args);
    return { state: 'absent' };
  };
  const ask = createAskSsh(run, () => ['-F', '/h/.ssh/config']);
  await ask('-oProxyCommand=x');
  await ask('x', '192.0.2.1');
  expect(seen).toEqual([
    ['-F', '/h/.ssh/config', '-G', '--', '-oProxyCommand=x'],
    ['-F', '/h/.ssh/config', '-o', 'HostName=192.0.2.1', '-G', '--', 'x'],
  ]);
});

test('reads the settings, with every value of a repeated one', async () => {
  const stdout = 'hostname a b\r\nidentityfile 1\r\nidentityfile 2\r\n';
  expect(await answerTo({ state: 'done', stdout })).toEqual(
    new Map([
      ['hostname', 'a b'],
      ['identityfile', '1\n2'],
    ]),
  );
});

test('returns the error of a run that failed, as one printable line', async () => {
  const stderr = 'line 3: Bad \u001b[31moption\r\nterminating\n';
  expect(await answerTo({ state: 'failed', exitCode: 255, stderr })).toMatch(
    /^line 3: Bad .*option *$/,
  );
  expect(await answerTo({ state: 'late' })).toBe('ssh is missing or timed out');
});
