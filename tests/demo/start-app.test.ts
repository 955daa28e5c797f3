import { expect, test } from 'vitest';
import { startApp } from './start-app.ts';

/** @param comes whether fetching brings Electron */
function machine(isThere: boolean, comes: boolean) {
  let binary = isThere ? '/electron' : null;
  const happened: string[] = [];
  const ports = {
    installed: () => binary,
    fetch() {
      happened.push('fetch');
      if (comes) binary = '/fetched';
    },
    run(command: string, args: readonly string[]) {
      happened.push([command, ...args].join(' '));
      return 7;
    },
    say: (text: string) => void happened.push(text),
    complain: (text: string) => void happened.push(`! ${text}`),
  };
  return { ports, happened };
}

test('Electron that is there is run, and its exit code is ours', () => {
  const { ports, happened } = machine(true, false);
  expect(startApp('/project', false, ports)).toBe(7);
  expect(happened).toEqual(['/electron /project']);
});

test('with hot reload the builder runs it', () => {
  const { ports, happened } = machine(true, false);
  expect(startApp('/project', true, ports)).toBe(7);
  expect(happened).toEqual(['electron-vite dev']);
});

test('where it is missing it is fetched first', () => {
  const { ports, happened } = machine(false, true);
  expect(startApp('/project', false, ports)).toBe(7);
  expect(happened).toEqual(['Fetching Electron, once …', 'fetch', '/fetched /project']);
});

test.each([false, true])('where it does not come, the next steps are named (dev: %s)', (isDev) => {
  const { ports, happened } = machine(false, false);
  expect(startApp('/project', isDev, ports)).toBe(1);
  const [, , complaint] = happened;
  expect(happened).toHaveLength(3);
  expect(complaint).toMatch(/^! Electron could not be fetched/);
  for (const step of ['github.com', 'npm start', 'npm run demo']) expect(complaint).toContain(step);
});
