import { describe, expect, test } from 'vitest';
import type { Settings } from '../../settings/index.ts';
import { ACCOUNT, SETTINGS } from '../../settings/testing/settings-folder.ts';
import { newPrograms } from './new-programs.ts';

const LOGIN = { user: null, port: null, identityFile: null };

const terminal = (terminalCommand: string | null): Settings => ({
  ...SETTINGS,
  preferences: { terminalCommand },
});

const all = (...options: string[]): Settings => ({ ...SETTINGS, ssh: { ...LOGIN, options } });

const account = (...options: string[]): Settings => ({
  ...SETTINGS,
  accounts: [{ ...ACCOUNT, ssh: { ...LOGIN, options } }],
});

const template = (...options: string[]): Settings => ({
  ...SETTINGS,
  ssh: { ...LOGIN, templates: { 102: { ...LOGIN, options } } },
});

const brought = (before: Settings, after: Settings) =>
  newPrograms(before, after).map(({ runBy, text }) => `${runBy}: ${text}`);

describe('a terminal command', () => {
  test.each<[string, Settings, Settings, string[]]>([
    ['new', SETTINGS, terminal('foot {command}'), ['terminal: foot {command}']],
    [
      'another',
      terminal('foot {command}'),
      terminal('kitty {command}'),
      ['terminal: kitty {command}'],
    ],
    ['the same', terminal('foot {command}'), terminal('foot {command}'), []],
    ['taken away', terminal('foot {command}'), terminal(null), []],
    ['none', SETTINGS, terminal(null), []],
  ])('%s', (_, before, after, programs) => {
    expect(brought(before, after)).toEqual(programs);
  });
});

describe('an option of ssh', () => {
  test.each([
    ['for all', all],
    ['for an account', account],
    ['for a template', template],
  ])('%s is asked about when it is new or another one', (_, login) => {
    const jump = login('ProxyCommand nc %h %p');
    expect(brought(SETTINGS, jump)).toEqual(['ssh here: ProxyCommand nc %h %p']);
    expect(brought(jump, login('ProxyCommand nc %h 22'))).toEqual([
      'ssh here: ProxyCommand nc %h 22',
    ]);
    expect(brought(jump, login('Compression yes', 'proxycommand=nc %h %p'))).toEqual([]);
    expect(brought(jump, login())).toEqual([]);
    expect(brought(SETTINGS, login('Compression yes', 'ProxyJump bastion'))).toEqual([]);
  });

  test('that is an identity within a library is one, and a key file is none', () => {
    const uri = 'IdentityFile "pkcs11:id=%01?module-path=/tmp/x.so"';
    expect(brought(SETTINGS, all(uri))).toEqual([`ssh here: ${uri}`]);
    expect(brought(SETTINGS, all('IdentityFile ~/.ssh/id'))).toEqual([]);
  });

  test('is shown as ssh’s configuration gets it', () => {
    expect(brought(SETTINGS, all('  ProxyCommand  =  nc  -x "a b" %h '))).toEqual([
      'ssh here: ProxyCommand nc  -x "a b" %h',
    ]);
  });

  test('that is agreed to for some VMs is so for the others', () => {
    expect(brought(account('LocalCommand x'), template('LocalCommand x'))).toEqual([]);
  });
});

test('all that a change brings comes at once, each once', () => {
  const login = { ...LOGIN, options: ['ProxyCommand x', 'RemoteCommand y', 'NewInOpenSsh z'] };
  const after: Settings = {
    ...SETTINGS,
    accounts: [{ ...ACCOUNT, ssh: login }],
    ssh: { ...login, templates: { 102: login } },
    preferences: { terminalCommand: 'foot {command}' },
  };
  expect(brought(SETTINGS, after)).toEqual([
    'terminal: foot {command}',
    'ssh here: ProxyCommand x',
    'ssh onVm: RemoteCommand y',
    'ssh unknown: NewInOpenSsh z',
  ]);
});

test('whatever else changes brings nothing', () => {
  const preferences = {
    terminal: 'own',
    theme: 'dark',
    remoteFolder: '~/x',
    autostart: true,
  } as const;
  const after: Settings = {
    ...SETTINGS,
    preferences,
    ssh: { ...LOGIN, user: 'root', port: 22, identityFile: '~/.ssh/id', vmTemplates: { v: 102 } },
  };
  expect(newPrograms(SETTINGS, after)).toEqual([]);
});
