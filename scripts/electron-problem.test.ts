import { expect, test } from 'vitest';
import { electronProblem } from './electron-problem.ts';

const NOISE =
  '[1:1121/005849.1:ERROR:dbus/object_proxy.cc:573] Failed to call method: org.freedesktop';
const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal });

test.each([
  [
    'a sandbox blocked by Ubuntu',
    '[2:1121/1.2:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but …',
    'The SUID sandbox helper binary was found, but …',
    /apparmor_restrict_unprivileged_userns=0/,
  ],
  [
    'a missing sandbox',
    '[2:1121/1.2:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are …',
    'No usable sandbox! If you are …',
    /apparmor_restrict_unprivileged_userns=0/,
  ],
  [
    'running as root',
    '[2:1121/1.2:FATAL:electron_main_delegate.cc(290)] Running as root without --no-sandbox is not supported.',
    'Running as root without --no-sandbox is not supported.',
    /ordinary user/,
  ],
  [
    'a missing display',
    '[2:1121/1.2:ERROR:ozone_platform_x11.cc(245)] Missing X server or $DISPLAY',
    'Missing X server or $DISPLAY',
    /desktop session/,
  ],
  [
    'a missing library',
    '/e/electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    '/e/electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    /install/i,
  ],
])('explains %s by its error line and says what to do', (_, line, reason, fix) => {
  const problem = electronProblem(`${NOISE}\n${line}\n[2:2:ERROR:x] more\n`, exit(133));
  expect(problem.reason).toBe(reason);
  expect(problem.fix.join(' ')).toMatch(fix);
});

test('falls back to the fatal line, then the first line, then the exit code', () => {
  const fatal = `${NOISE}\n[1:1:FATAL:x.cc(1)] Check failed\n`;
  expect(electronProblem(fatal, exit(133))).toEqual({ reason: 'Check failed', fix: [] });
  expect(electronProblem('\n\nhello\nworld', exit(1)).reason).toBe('hello');
  expect(electronProblem(' \n', exit(7)).reason).toBe('code 7');
  expect(electronProblem('', exit(null, 'SIGSEGV')).reason).toBe('SIGSEGV');
});

test('strips control characters and cuts long lines', () => {
  const { reason } = electronProblem(`\u001b[2J${'x'.repeat(5_000)}`, exit(1));
  expect(reason).not.toContain('\u001b');
  expect(reason).toMatch(/^.{100,150}…$/);
});
