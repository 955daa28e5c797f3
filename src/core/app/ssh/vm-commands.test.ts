import { describe, expect, test } from 'vitest';
import { type AppState, initialState } from '../../../shared/app/index.ts';
import type { SshSetup } from '../../ssh/index.ts';
import { RefusalError } from '../refusal-error.ts';
import { host, PLAIN } from './testing/hosts.ts';
import { copiedCommand, loginCommand } from './vm-commands.ts';

const KNOWN: SshSetup = {
  isIncluded: true,
  configArguments: [],
  ...{ folder: '/home/lea/.ssh/gpu-tray', home: '/home/lea', accountHome: '/home/lea' },
  platform: 'win32',
  isOption: () => true,
};
const UNKNOWN: SshSetup = { ...KNOWN, isIncluded: false };

function stateOn(
  platform: 'linux' | 'win32',
  shell: 'powershell' | 'cmd' = 'powershell',
): AppState {
  const surroundings = { platform, version: '1', hasTray: true, isOnline: true };
  const state = initialState(surroundings, 0);
  return { ...state, preferences: { ...state.preferences, shell } };
}

const LINUX = stateOn('linux');

describe('what is copied', () => {
  test.each([
    ['ssh', 'ssh gpu-one'],
    ['scp', 'scp -r FILE gpu-one:'],
    ['tunnel', 'ssh -L 8888:localhost:8888 gpu-one'],
  ] as const)('%s by the name', (what, command) => {
    expect(copiedCommand(what, host(), KNOWN, LINUX)).toBe(command);
  });

  test.each(['ssh', 'scp', 'tunnel'] as const)('%s with everything that belongs to it', (what) => {
    const login = { ...PLAIN, user: 'ubuntu', port: 2222 };
    const command = copiedCommand(what, host({ login }), UNKNOWN, LINUX);
    expect(command).toContain("-o 'HostKeyAlias gpu-tray-vm-one'");
    expect(command).toContain(' 2222 ');
    expect(command).toContain('ubuntu@203.0.113.7');
  });

  test('is quoted for the shell that is set, on Windows only', () => {
    const quoteOf = (state: AppState) =>
      copiedCommand('ssh', host(), UNKNOWN, state).slice('ssh -o '.length)[0];
    expect(quoteOf(stateOn('win32', 'cmd'))).toBe('"');
    expect(quoteOf(stateOn('win32', 'powershell'))).toBe("'");
    expect(quoteOf(stateOn('linux', 'cmd'))).toBe("'");
  });

  test('is refused where that shell would change it', () => {
    const odd = host({ login: { ...PLAIN, identityFile: '~/100%/key' } });
    expect(() => copiedCommand('ssh', odd, UNKNOWN, stateOn('win32', 'cmd'))).toThrow(
      expect.objectContaining({
        refusal: {
          kind: 'unquotable',
          message: 'cmd would read a percent sign as a variable.',
          action: 'Change the SSH login in Settings.',
        },
      }),
    );
  });

  test.each(['ssh', 'scp', 'tunnel'] as const)('%s is nothing without an address', (what) => {
    const nowhere = host({ address: null });
    for (const setup of [KNOWN, UNKNOWN])
      expect(() => copiedCommand(what, nowhere, setup, LINUX)).toThrow(RefusalError);
  });
});

test('what is started is the program by its path', () => {
  expect(loginCommand(host(), KNOWN, '/usr/bin/ssh')).toEqual(['/usr/bin/ssh', 'gpu-one']);
});
