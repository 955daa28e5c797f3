import { useState } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { withScheme } from '../../../shared/format/index.ts';
import { bridge } from '../../bridge.ts';
import { useAccount } from '../../store.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { messages } from './messages.ts';

function checkConsoleUrl(text: string): string | null {
  const isValid = text.trim() === '' || URL.parse(withScheme(text))?.protocol === 'https:';
  return isValid ? null : messages.console.problem;
}

interface ConsoleUrlProps {
  readonly account: AppAccount;
  readonly isFocusedFirst?: boolean;
}

/** The service's web console, which its API does not report. An empty field removes it. */
export function ConsoleUrl({ account, isFocusedFirst = false }: ConsoleUrlProps) {
  const { refusal, ask } = useRequest();
  const change = (consoleUrl: string | null) =>
    ask(bridge.changeAccount({ accountId: account.id, consoleUrl }));
  return (
    <div className="grid gap-1">
      <TextSetting
        check={checkConsoleUrl}
        hint={messages.console.hint}
        isFocusedFirst={isFocusedFirst}
        isWide
        label={messages.console.url}
        name="consoleUrl"
        onChange={(typed) => change(withScheme(typed) || null)}
        placeholder="https://console.example.com"
        value={account.consoleUrl ?? ''}
      />
      <RefusalText refusal={refusal} />
    </div>
  );
}

/** Opens the console of an account. While its address is not known, asks for it in the same place. */
export function ConsoleLink({ accountId }: { readonly accountId: string }) {
  const account = useAccount(accountId);
  const [isAsked, setAsked] = useState(false);
  const { refusal, ask } = useRequest();
  if (account === undefined) return null;
  if (account.consoleUrl === null && isAsked)
    return <ConsoleUrl account={account} isFocusedFirst />;
  const open = () =>
    account.consoleUrl === null ? setAsked(true) : void ask(bridge.openConsole({ accountId }));
  return (
    <>
      <Button
        label={account.consoleUrl === null ? messages.console.ask : messages.console.open}
        onClick={open}
        tone="link"
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

/** The link to the console below advice that names it. @param advice null: none */
export function AdvisedConsole(props: {
  readonly advice: string | null;
  readonly accountId: string;
}) {
  const { advice, accountId } = props;
  return advice?.includes('console') ? <ConsoleLink accountId={accountId} /> : null;
}
