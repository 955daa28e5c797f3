import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RUNPOD, VAST } from './armed-vm.ts';

const SHELLCHECK = 'shellcheck';

const COMMON = readFileSync('src/core/ssh/armed/armed.sh', 'utf8');

test.each([
  ['runpod', RUNPOD],
  ['vast', VAST],
])('the script of %s is clean for shellcheck', (_, theirs) => {
  const input = `${COMMON}${theirs}main "$@"\n`;
  const { stdout } = spawnSync(SHELLCHECK, ['-s', 'sh', '-'], { input, encoding: 'utf8' });
  expect(stdout).toBe('');
});

test('the script never reads the wall clock, and never shuts the machine down', () => {
  const code = `${COMMON}${RUNPOD}${VAST}`.replaceAll(/^ *#.*$/gm, '');
  expect(code).not.toMatch(/\bdate\b|-[acm]min|-[acm]time|-newer|EPOCH|%\(|\/proc\/driver\/rtc/);
  expect(code).not.toMatch(/shutdown|poweroff|reboot|halt|init 0|systemctl/);
});
