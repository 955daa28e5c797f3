import { expect, test } from 'vitest';
import { account, ssh, usage } from './messages.ts';

const MESSAGES = [
  ssh.noSuchVm,
  (typed: string) => account.noMatch(typed, []),
  (typed: string) => usage.unknownCommand(typed, null),
  usage.unexpectedArgument,
  (typed: string) => usage.invalidOption(`Unknown option '--${typed}'`),
];

test.each([
  'sim_live_a1b2',
  'Bearer a1b2c3',
  'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  'a1b2c3d4e5f60718293a4b5c',
  'AbCdEfGh12345678',
  'secret_gpu-tray_abc.DEF-123',
  'AbC+dEf/0123456789ab==',
])('%s, typed by mistake, is not printed', (typed) => {
  for (const message of MESSAGES) expect(message(typed)).not.toContain(typed.slice(4, 12));
});

test.each(['gpu-train', 'my_training', 'ada@example.com', '107'])('%s is printed', (typed) => {
  for (const message of MESSAGES) expect(message(typed)).toContain(typed);
});

test.each(['gpu-train-llama-3-8b-run-11', '0f9d2c4e-1111-4222-8333-444455556666'])(
  '%s is printed as the name of a VM',
  (typed) => {
    expect(ssh.noSuchVm(typed)).toBe(`No VM matches "${typed}". See gpu-tray status.`);
  },
);
