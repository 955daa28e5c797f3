import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runCommand } from '../../src/cli/run-command.ts';
import { fakeTerminal } from '../../src/cli/testing/fakes.ts';
import { pipe } from '../../src/cli/testing/setups.ts';
import { systemClock } from '../../src/core/clock.ts';
import { NOON } from '../../src/main/testing/app-states.ts';
import { trayModel } from '../../src/main/tray/tray-model.ts';
import { answering, answersArb, shown } from './answers.ts';
import { temporaryHome } from './command-line.ts';

// Random answers that fit docs/openapi.yaml: the tray and the commands show it. drawn-answers.test.ts has the client.

test('the tray shows every answer', async () => {
  await fc.assert(
    fc.asyncProperty(answersArb, async (answers) => {
      const { state } = await shown(answers);
      const model = trayModel(state, NOON);
      expect(model.menu.length).toBeGreaterThan(0);
      expect(model.title + model.tooltip).not.toMatch(/NaN|undefined|\[object/);
    }),
    { numRuns: 30 },
  );
});

const GIVEN = ['--base-url', 'https://api.example.com', '--api-key-stdin'];

test.each([
  ['status', ...GIVEN],
  ['status', '--json', ...GIVEN],
  ['usage', ...GIVEN],
  ['usage', '--json', ...GIVEN],
  ['usage', '--csv', ...GIVEN],
  ['prices', '--base-url', 'https://api.example.com'],
  ['offers', '--json', '--base-url', 'https://api.example.com'],
])('gpu-tray %s %s prints every answer, or says what is wrong with it', async (...args) => {
  await temporaryHome();
  await fc.assert(
    fc.asyncProperty(answersArb, fc.integer({ min: 20, max: 200 }), async (answers, width) => {
      const terminal = fakeTerminal({ width, isInteractive: true });
      const code = await runCommand(args, {
        ...{ terminal, input: pipe('k'), prompt: terminal.error, clock: systemClock },
        ...{ fetch: answering(answers), signal: new AbortController().signal },
      });
      const out = terminal.takeOut();
      expect([code, terminal.takeErrors()]).toEqual([
        expect.toBeOneOf([0, 4]),
        expect.not.stringContaining('Internal error'),
      ]);
      expect(out).not.toMatch(/NaN|undefined|\[object/);
      // Nothing that a terminal would take for a command.
      expect(out.replaceAll(/[\n\r]/g, '')).not.toMatch(/\p{Cc}/u);
      if (args.includes('--json') && out !== '') JSON.parse(out);
    }),
    { numRuns: 15 },
  );
});
