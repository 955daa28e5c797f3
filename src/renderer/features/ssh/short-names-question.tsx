import { useEffect, useRef, useState } from 'react';
import { type AppState, allVms } from '../../../shared/state/index.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Button, Field, RefusalText, useAnswer, useRequest, useTyped } from '../../ui/index.ts';
import { checkSshUser } from '../settings/checks.ts';
import { messages as settings } from '../settings/messages.ts';
import { IncludeLines } from './include-preview.tsx';

const messages = settings.names.question;

/** The short name of the first VM that runs; null: none is known yet. */
function exampleName(app: AppState): string | null {
  const running = allVms(app).find(({ vm }) => vm.phase === 'running');
  return app.vmSshAccess[running?.key ?? '']?.alias ?? null;
}

/** The last step of the first run; “Not now” skips it until the first copy. */
export function ShortNamesQuestion() {
  const prefix = useApp(({ preferences }) => preferences.namePrefix);
  const name = useApp(exampleName) ?? `${prefix}-scratch`;
  const savedUser = useApp(({ ssh }) => ssh.logins.all.user) ?? '';
  const { text: user, field, isValid } = useTyped(savedUser, checkSshUser);
  const [prefixes, setPrefixes] = useState(0);
  const answer = useAnswer(`${prefixes}`, () => bridge.previewInclude());
  const preview = answer?.ok ? answer.value : null;
  const { isBusy, refusal, ask } = useRequest();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const canAdd = preview === null || preview.obstacle === null;

  async function saveUser(): Promise<boolean> {
    const next = user.trim();
    if (!isValid() || next === savedUser) return isValid();
    const login = { user: next || null };
    return (await ask(bridge.changeLogin({ scope: { kind: 'all' }, login }))).ok;
  }
  const finish = (offerShortNames: 'atCopy' | 'never') =>
    ask(bridge.changePreferences({ offerShortNames }));
  const skip = async () => {
    if (await saveUser()) await finish('atCopy');
  };
  const add = async () => {
    if (!(await saveUser())) return;
    if ((await ask(bridge.addInclude())).ok) await finish('never');
  };

  return (
    <main className="h-full overflow-y-auto px-6 py-8">
      <div className="mx-auto grid max-w-sm grid-cols-[minmax(0,1fr)] gap-4">
        <h1 className="font-semibold text-title" ref={heading} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className="text-quiet">
          {messages.logIn}
          <code className="code-font text-ink [overflow-wrap:anywhere]">ssh {name}</code>
          {messages.where}
        </p>
        {preview !== null && (
          <IncludeLines onPrefix={() => setPrefixes(prefixes + 1)} preview={preview} />
        )}
        <Field {...field} hint={messages.userHint} label={messages.user} name="sshUser" />
        <RefusalText refusal={refusal} />
        <div className="flex flex-wrap gap-2">
          {canAdd && <Button isBusy={isBusy} label={messages.add} onClick={add} tone="primary" />}
          <Button isBusy={isBusy} label={canAdd ? messages.skip : messages.done} onClick={skip} />
        </div>
      </div>
    </main>
  );
}
