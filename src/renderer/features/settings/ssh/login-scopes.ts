import type { AppAccount, LoginScope, SshLogin, SshLogins } from '../../../../shared/app/index.ts';
import { TEMPLATES, templateName } from '../../../../shared/domain/index.ts';
import { printable } from '../../../../shared/format/index.ts';

const OPEN: SshLogin = { user: null, port: null, identityFile: null, options: [] };

/** Which VMs a login holds for, as it is chosen. */
export interface ScopeChoice {
  /** Unique among them, and the same as long as the scope is. */
  readonly key: string;
  readonly words: string;
  readonly scope: LoginScope;
  readonly login: SshLogin;
}

function isOpen({ user, port, identityFile, options }: SshLogin): boolean {
  return user === null && port === null && identityFile === null && options.length === 0;
}

function choice(key: string, name: string, scope: LoginScope, login = OPEN): ScopeChoice {
  return { key, words: isOpen(login) ? name : `${name} (set)`, scope, login };
}

/** All VMs first, then those of each account, then those of each template. */
export function scopeChoices(
  logins: SshLogins,
  accounts: readonly Pick<AppAccount, 'id' | 'label'>[],
): readonly [ScopeChoice, ...ScopeChoice[]] {
  return [
    choice('all', 'All VMs', { kind: 'all' }, logins.all),
    ...accounts.map(({ id, label }) =>
      choice(
        `account:${id}`,
        `Account ${printable(label)}`,
        { kind: 'account', accountId: id },
        logins.accounts[id],
      ),
    ),
    ...TEMPLATES.map((template) =>
      choice(
        `template:${template}`,
        `Template ${template} · ${templateName(template)}`,
        { kind: 'template', template },
        logins.templates[String(template)],
      ),
    ),
  ];
}

/** What a scope says of the layers below it: which login holds where it says nothing. */
export function scopeNote(scope: LoginScope): string {
  switch (scope.kind) {
    case 'all':
      return 'The service documents no login. What is empty is left to ssh and its configuration.';
    case 'account':
      return 'What is empty is taken from the login for all VMs.';
    case 'template':
      return 'For the VMs of which you told the template, in their details. What is empty is taken from the account’s login, then from that for all VMs.';
  }
}
