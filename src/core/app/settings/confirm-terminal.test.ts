import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../settings/index.ts';
import { createVirtualClock } from '../../testing/virtual-clock.ts';
import type { Question } from '../kernel/ports.ts';
import { createConfirmTerminal, terminalQuestion } from './confirm-terminal.ts';

const STORED = 'kitty {command}';
const NEW = 'foot {command}';

/** Dialogs that the test answers. */
function setup() {
  const clock = createVirtualClock();
  const dialogs: PromiseWithResolvers<boolean>[] = [];
  const events: unknown[] = [];
  const settings = { ...DEFAULT_SETTINGS, preferences: { terminalCommand: STORED } };
  function confirm({ title }: Question) {
    events.push(title);
    const dialog = Promise.withResolvers<boolean>();
    dialogs.push(dialog);
    return dialog.promise;
  }
  const confirmTerminal = createConfirmTerminal({
    settings: { load: async () => settings },
    desktop: { dialogs: { confirm } },
    clock,
  });
  /** 'allowed', or the kind of the refusal. */
  const request = (command = NEW) =>
    confirmTerminal(command).then(
      () => 'allowed',
      (error) => error.refusal?.kind ?? error.message,
    );
  async function answered(answer: boolean): Promise<string> {
    const before = dialogs.length;
    const result = request();
    await expect.poll(() => dialogs.length > before || Promise.race([result, false])).toBeTruthy();
    dialogs[before]?.resolve(answer);
    return result;
  }
  return { clock, dialogs, request, answered, take: () => events.splice(0) };
}

test('a new command opens a dialog, and the stored one does not', async () => {
  const { request, answered, take } = setup();
  expect(await request(STORED)).toBe('allowed');
  expect(take()).toEqual([]);
  expect(await answered(true)).toBe('allowed');
  expect(take()).toEqual(['Allow this terminal command?']);
  expect(await answered(false)).toBe('declined');
  expect(take()).toEqual(['Allow this terminal command?']);
});

test('only one of a hundred requests opens a dialog', async () => {
  const { dialogs, request } = setup();
  const results = Array.from({ length: 100 }, () => request());
  await expect.poll(() => dialogs).toHaveLength(1);
  dialogs[0]?.resolve(true);
  expect(await Promise.all(results)).toEqual(['allowed', ...Array(99).fill('busy')]);
});

test('after three declined dialogs within a minute none opens for the rest of it', async () => {
  const { answered, clock, take } = setup();
  expect(await answered(false)).toBe('declined');
  await clock.advance(30_000);
  expect(await answered(false)).toBe('declined');
  expect(await answered(false)).toBe('declined');
  take();
  await clock.advance(29_999);
  expect(await answered(true)).toBe('busy');
  expect(take()).toEqual([]);
  await clock.advance(1);
  expect(await answered(true)).toBe('allowed');
});

test('a failed dialog allows nothing, and the next one can open', async () => {
  const { dialogs, request, answered } = setup();
  const failed = request();
  await expect.poll(() => dialogs).toHaveLength(1);
  dialogs[0]?.reject(new Error('no display'));
  expect(await failed).toBe('no display');
  expect(await answered(true)).toBe('allowed');
});

describe('the dialog', () => {
  test('shows the command word for word', () => {
    expect(terminalQuestion('foot --title "My GPU"  {command}')).toEqual({
      title: 'Allow this terminal command?',
      detail: [
        'GPU Tray runs it each time you open a terminal:',
        'foot --title "My GPU"  {command}',
        'Allow it only if you have just entered it.',
      ].join('\n\n'),
      accept: 'Allow',
    });
  });

  test('shows the longest command without long lines', () => {
    const text = `foot ${'x'.repeat(980)}--é {command}`;
    const lines = terminalQuestion(text).detail.split('\n');
    expect(lines.join('')).toContain(text);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80);
  });

  test.each([
    ...['foot \u202egpj.exe', 'foot\u200b', 'foot\u{e0100}; x', 'foot\u2028x', 'foot \ud800'],
    ...['foot   x', 'foot \t x', 'foot\u00a0x', 'foot\u3000x', 'foot\u2800x', 'foot\ufe0fx'],
  ])('refuses %j', (command) => {
    expect(() => terminalQuestion(command)).toThrow(
      expect.objectContaining({ refusal: expect.objectContaining({ kind: 'unshowable' }) }),
    );
  });
});
