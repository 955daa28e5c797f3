import { expect, test } from 'vitest';
import { electronTrouble } from './electron-trouble.ts';

const NOISE =
  '[1:1121/005849.1:ERROR:dbus/object_proxy.cc:573] Failed to call method: org.freedesktop';
const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal });

test.each([
  [
    'sandbox, as Ubuntu keeps it',
    '[2:1121/1.2:FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but …',
    'The SUID sandbox helper binary was found, but …',
    /apparmor_restrict_unprivileged_userns=0/,
  ],
  [
    'sandbox without a helper',
    '[2:1121/1.2:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are …',
    'No usable sandbox! If you are …',
    /apparmor_restrict_unprivileged_userns=0/,
  ],
  [
    'root',
    '[2:1121/1.2:FATAL:electron_main_delegate.cc(290)] Running as root without --no-sandbox is not supported.',
    'Running as root without --no-sandbox is not supported.',
    /ordinary user/,
  ],
  [
    'no display',
    '[2:1121/1.2:ERROR:ozone_platform_x11.cc(245)] Missing X server or $DISPLAY',
    'Missing X server or $DISPLAY',
    /desktop session/,
  ],
  [
    'a library',
    '/e/electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    '/e/electron: error while loading shared libraries: libnss3.so: cannot open shared object file',
    /install/i,
  ],
])('%s is told by its line, with what helps', (_, line, reason, remedy) => {
  const trouble = electronTrouble(`${NOISE}\n${line}\n[2:2:ERROR:x] more\n`, exit(133));
  expect(trouble.reason).toBe(reason);
  expect(trouble.remedy?.join(' ')).toMatch(remedy);
});

test('what is not known is told by what was fatal, else by its first line, else by its end', () => {
  const fatal = `${NOISE}\n[1:1:FATAL:x.cc(1)] Check failed\n`;
  expect(electronTrouble(fatal, exit(133))).toEqual({ reason: 'Check failed', remedy: null });
  expect(electronTrouble('\n\nhello\nworld', exit(1)).reason).toBe('hello');
  expect(electronTrouble(' \n', exit(7)).reason).toBe('code 7');
  expect(electronTrouble('', exit(null, 'SIGSEGV')).reason).toBe('SIGSEGV');
});

test('what it printed can neither write over the terminal nor fill it', () => {
  const { reason } = electronTrouble(`\u001b[2J${'x'.repeat(5_000)}`, exit(1));
  expect(reason).not.toContain('\u001b');
  expect(reason).toMatch(/^.{100,150}…$/);
});
