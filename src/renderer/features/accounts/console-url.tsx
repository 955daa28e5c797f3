import { useState } from 'react';
import type { AppAccount } from '../../../shared/app/index.ts';
import { bridge } from '../../bridge.ts';
import { Field, RefusalText, useRequest } from '../../ui/index.ts';
import { checkConsoleUrl } from './check-console-url.ts';

/** Where the service's own web console is, which the service does not say. */
export function ConsoleUrl({ account }: { readonly account: AppAccount }) {
  const [problem, setProblem] = useState<string | null>(null);
  const { refusal, ask } = useRequest<void>();
  const known = account.consoleUrl ?? '';
  const commit = (text: string) => {
    const found = checkConsoleUrl(text);
    setProblem(found);
    const consoleUrl = text.trim();
    if (found !== null || consoleUrl === known) return;
    void ask(
      bridge.setConsoleUrl({
        accountId: account.id,
        consoleUrl: consoleUrl === '' ? null : consoleUrl,
      }),
    );
  };
  return (
    <div className="grid gap-1">
      <Field
        defaultValue={known}
        hint="Turns on “Open console”."
        key={known}
        label="Console address"
        name="consoleUrl"
        onCommit={commit}
        placeholder="https://console.example.com"
        problem={problem}
        type="url"
      />
      <RefusalText refusal={refusal} />
    </div>
  );
}
