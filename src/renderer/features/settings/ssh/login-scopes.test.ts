import { expect, test } from 'vitest';
import type { SshLogin, SshLogins } from '../../../../shared/app/index.ts';
import { scopeChoices, scopeNote } from './login-scopes.ts';

const OPEN: SshLogin = { user: null, port: null, identityFile: null, options: [] };
const logins: SshLogins = {
  all: OPEN,
  accounts: { b: { ...OPEN, user: 'lea' } },
  templates: { 102: { ...OPEN, options: ['Compression yes'] } },
};
const accounts = [
  { id: 'a', label: 'lea@example.com' },
  { id: 'b', label: 'Team\u202e Blue' },
];

test('a login for all VMs, for each account and for each template, and which of them say something', () => {
  const choices = scopeChoices(logins, accounts);
  expect(choices.map(({ words }) => words)).toEqual([
    'All VMs',
    'Account lea@example.com',
    'Account Team Blue (set)',
    'Template 100 · Base image 22.04',
    'Template 101 · Base image 24.04',
    'Template 102 · Image generation (set)',
    'Template 103 · Node-based generation',
    'Template 104 · Linux desktop',
  ]);
  expect(new Set(choices.map(({ key }) => key)).size).toBe(choices.length);
  expect(choices[2]).toMatchObject({
    scope: { kind: 'account', accountId: 'b' },
    login: { user: 'lea', port: null },
  });
  expect(choices[3]).toMatchObject({ scope: { kind: 'template', template: 100 }, login: OPEN });
});

test('each says what holds where it says nothing', () => {
  const notes = scopeChoices(logins, accounts).map(({ scope }) => scopeNote(scope));
  expect(new Set(notes).size).toBe(3);
});
