import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { commandSetup, pipe } from '../../src/cli/testing/setups.ts';

const CASE = z.object({
  pods: z.array(z.record(z.string(), z.unknown())),
  right: z.object({ 'status --json: ssh': z.null() }),
  today: z.string(),
});

const stopped = CASE.parse(
  JSON.parse(readFileSync('tests/contract/cases/stopped-has-no-login.json', 'utf8')),
);

afterEach(() => {
  vi.unstubAllEnvs();
});

const [pod] = stopped.pods;
const RUNNING = { ...pod, status: 'RUNNING', actions: ['stop', 'terminate'], runtime: {} };

async function run(argv: readonly string[], pods: readonly unknown[]) {
  const setup = await commandSetup({ '/v2/pods': () => Response.json({ pods }) });
  return setup.run([...argv, '--provider', 'runpod', '--api-key-stdin'], pipe('a-key'));
}

test.each([
  ['running', [RUNNING], stopped.today],
  ['stopped', stopped.pods, stopped.right['status --json: ssh']],
])('a pod that is %s has the login that it accepts', async (_, pods, login) => {
  const status = await run(['status', '--json'], pods);
  expect(JSON.parse(status.out).accounts[0].vms).toMatchObject([{ label: 'off', ssh: login }]);
  const shown = await run(['show', 'off'], pods);
  const line = /^ {2}Log in +(.*)$/m.exec(shown.out)?.[1] ?? null;
  expect([shown.exitCode, line]).toEqual([0, login]);
  const json = await run(['show', 'off', '--json'], pods);
  expect(JSON.parse(json.out).vm.ssh).toBe(login);
  expect(JSON.parse(json.out).vm.login !== null).toBe(login !== null);
});
