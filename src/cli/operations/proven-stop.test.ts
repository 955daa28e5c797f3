import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../core/settings/index.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { inStatus } from '../../shared/domain/testing/records.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { account, fakeTerminal, vm } from '../testing/fakes.ts';
import { runOperation } from './run-operation.ts';

const ID = account().id;
const ERASES: Partial<Vm> = { effects: { stop: { keeps: [], notes: [] } } };
const UNPROVEN = { isKeyUntried: true, isUnproven: true };

/** `stop` of a running VM. @param typed at the prompt, line by line; null: no terminal */
async function stop(
  typed: readonly string[] | null,
  record: Partial<Vm>,
  flags: { readonly yes?: boolean; readonly wait?: boolean; readonly eraseData?: boolean },
  flagsOfAccount: Partial<typeof UNPROVEN> = {},
  /** Its status from the second reading on, whatever is sent. */
  becomes: string | null = null,
) {
  const terminal = fakeTerminal();
  const clock = createVirtualClock();
  const running = vm('a', { label: 'train', ...record });
  const stored = { id: ID, label: 'a', baseUrl: 'https://x/', credential: 'apiKey' } as const;
  let file: Settings = {
    ...DEFAULT_SETTINGS,
    accounts: [{ ...stored, email: null, hasCredential: true }],
  };
  let isSent = false;
  let readings = 0;
  const client = {
    async getVm() {
      readings += 1;
      if (becomes !== null && readings > 1) return { ...running, ...inStatus(becomes) };
      return isSent ? { ...running, ...inStatus('stopped') } : running;
    },
    listVms: async () => ({ items: [running], skipped: 0, isComplete: true }),
    operations: {
      async stop() {
        isSent = true;
      },
    },
  };
  const lines = [...(typed ?? [])];
  /** A terminal gives a line to each question. */
  const input = Object.assign(new Readable({ read() {} }), { isTTY: typed !== null });
  const run = runOperation({
    command: {
      ...{ name: 'stop', vm: 'train', given: null, json: false, verbose: false, idle: false },
      ...{ yes: typed === null, wait: false, eraseData: false, ...flags },
    },
    found: {
      host: { alias: 'gpu-train', vmId: 'a' },
      vm: running,
      account: { ...account(), name: 'example', ...flagsOfAccount, client },
    },
    settings: {
      file: {
        async update(change) {
          file = change(file);
          return file;
        },
      },
    },
    ...{ terminal, clock, input },
    prompt(text) {
      terminal.error(text);
      if (text.endsWith(': ')) input.push(`${lines.shift() ?? ''}\n`);
    },
    signal: new AbortController().signal,
  }).catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'));
  await clock.advance(10_000);
  const result = await run;
  const { tried, proven } = file.accounts[0] ?? {};
  return { result, isSent, out: terminal.takeOut(), errors: terminal.takeErrors(), tried, proven };
}

test('a stop that erases everything is not sent with --yes, and is with --erase-data', async () => {
  for (const yes of [false, true]) {
    const other = await stop(null, ERASES, { yes });
    expect([other.result, other.isSent]).toEqual([
      'Stopping gpu-train erases everything on it: it has no volume. Pass --erase-data to allow that.',
      false,
    ]);
  }
  expect(await stop(null, ERASES, { eraseData: true })).toMatchObject({
    ...{ result: 0, isSent: true },
    out: expect.stringMatching(/^Requested the stop of gpu-train\./),
  });
});

test.each([
  ['yes', false],
  ['gpu-train', true],
])('%s at the prompt of a stop that erases everything: %s', async (typed, isSent) => {
  const own = await stop([typed], ERASES, {});
  expect(own.errors).toMatch(/^Stop train\?\nErases everything/);
  expect(own.isSent).toBe(isSent);
});

test('asks once more before the first stop of an account, and not with --yes', async () => {
  const declined = await stop(['yes', 'no'], {}, {}, UNPROVEN);
  expect([declined.isSent, declined.errors]).toEqual([
    false,
    expect.stringContaining('No stop was confirmed with this account yet.'),
  ]);
  expect(await stop(['yes', 'yes'], {}, {}, UNPROVEN)).toMatchObject({ isSent: true });
  expect(await stop(['yes'], {}, {}, { isKeyUntried: true })).toMatchObject({ isSent: true });
  expect(await stop(null, {}, {}, UNPROVEN)).toMatchObject({ result: 0, isSent: true });
});

test('a stop that was accepted tries the key, and one that was confirmed proves the account', async () => {
  const accepted = await stop(null, {}, {}, UNPROVEN);
  expect([accepted.tried, accepted.proven]).toEqual([true, undefined]);
  const confirmed = await stop(null, {}, { wait: true }, UNPROVEN);
  expect([confirmed.tried, confirmed.proven]).toEqual([true, true]);
  const first = await stop(null, {}, { wait: true });
  expect([first.tried, first.proven]).toEqual([undefined, undefined]);
});

test('a stop that another client sent proves nothing', async () => {
  const waited = await stop(null, inStatus('stopping'), { wait: true }, UNPROVEN, 'stopped');
  expect([waited.result, waited.isSent, waited.proven]).toEqual([0, false, undefined]);
});

test('nothing is sent to a VM whose stop its provider refuses', async () => {
  const own = await stop(null, { refusals: { stop: 'It is locked.' } }, {});
  expect([own.result, own.isSent]).toEqual(['Cannot stop gpu-train now: It is locked.', false]);
});
