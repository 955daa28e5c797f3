import { useState } from 'react';
import { useApp } from '../../../store.ts';
import { Choice } from '../../../ui/index.ts';
import { LoginForm } from './login-form.tsx';
import { scopeChoices, scopeNote } from './login-scopes.ts';

/** How to log in: to all VMs, to those of an account, to those of a template. */
export function LoginSettings() {
  const logins = useApp(({ ssh }) => ssh.logins);
  const accounts = useApp((app) => app.accounts);
  const [wanted, setWanted] = useState('all');
  const choices = scopeChoices(logins, accounts);
  // An account may have been signed out meanwhile.
  const { key, scope, login } = choices.find((choice) => choice.key === wanted) ?? choices[0];
  return (
    <>
      <Choice
        label="Login for"
        onChange={setWanted}
        options={choices.map((choice) => ({ value: choice.key, words: choice.words }))}
        value={key}
      />
      <p className="text-quiet text-small">{scopeNote(scope)}</p>
      <LoginForm key={key} login={login} scope={scope} />
    </>
  );
}
