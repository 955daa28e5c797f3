import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { startApp } from './start-app.ts';
import { watchProgram } from './watched-program.ts';

/** There is no such program on any system. */
const ABSENT = '/nowhere/electron';
const WHY = /^spawn \/nowhere\/electron ENOENT\n$/;

function heardOnStderr(): string[] {
  const heard: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => heard.push(String(text)) > 0);
  return heard;
}

afterEach(() => void vi.restoreAllMocks());

test('the app says why a binary that cannot be run was not started', async () => {
  const heard = heardOnStderr();
  const code = await startApp('/project', false, {
    installed: () => ABSENT,
    fetch() {},
    async run(command, args) {
      const program = watchProgram(command, args, { stdio: 'ignore' }, systemClock);
      program.passOn();
      return { ending: await program.ended, said: program.said() };
    },
    say() {},
    complain: (text) => void heard.push(text),
  });
  expect(code).toBe(127);
  expect(heard.join('')).toMatch(WHY);
});

test('what is passed on later is said once, what is not is remembered only', async () => {
  const heard = heardOnStderr();
  const program = watchProgram(ABSENT, [], { stdio: 'ignore' }, systemClock);
  expect(await program.ended).toEqual({ code: 127, signal: null });
  expect(program.said()).toMatch(WHY);
  expect(heard).toEqual([]);
  program.passOn();
  expect(heard.join('')).toMatch(WHY);
});
