import { expect, test } from 'vitest';
import { startApp } from './start-app.ts';

/** @param comes whether fetching brings Electron @param said by it, on standard error */
function machine(isThere: boolean, comes: boolean, said = '') {
  let binary = isThere ? '/electron' : null;
  const happened: string[] = [];
  const ports = {
    installed: () => binary,
    fetch() {
      happened.push('fetch');
      if (comes) binary = '/fetched';
    },
    async run(command: string, args: readonly string[]) {
      happened.push([command, ...args].join(' '));
      return { ending: { code: 7, signal: null }, said };
    },
    say: (text: string) => void happened.push(text),
    complain: (text: string) => void happened.push(`! ${text}`),
  };
  return { ports, happened };
}

test('Electron that is there is run, and its exit code is ours', async () => {
  const { ports, happened } = machine(true, false);
  expect(await startApp('/project', false, ports)).toBe(7);
  expect(happened).toEqual(['/electron /project']);
});

test('with hot reload the builder runs it', async () => {
  const { ports, happened } = machine(true, false);
  expect(await startApp('/project', true, ports)).toBe(7);
  expect(happened).toEqual(['electron-vite dev']);
});

test('where it is missing it is fetched first', async () => {
  const { ports, happened } = machine(false, true);
  expect(await startApp('/project', false, ports)).toBe(7);
  expect(happened).toEqual(['Fetching Electron, once …', 'fetch', '/fetched /project']);
});

test.each([false, true])(
  'where it does not come, the next steps are named (dev: %s)',
  async (isDev) => {
    const { ports, happened } = machine(false, false);
    expect(await startApp('/project', isDev, ports)).toBe(1);
    const [, , complaint] = happened;
    expect(happened).toHaveLength(3);
    expect(complaint).toMatch(/^! Electron could not be fetched/);
    for (const step of ['github.com', 'npm start', 'npm run demo'])
      expect(complaint).toContain(step);
  },
);

test('what keeps it from living is told what helps', async () => {
  const { ports, happened } = machine(true, false, 'Missing X server or $DISPLAY\n');
  expect(await startApp('/project', false, ports)).toBe(7);
  expect(happened[1]).toMatch(/^! Electron needs a display.*npm run demo/s);
});
