import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { Vm } from '../../../shared/domain/vm.ts';
import { SHELL_ONLY } from '../../../shared/ssh/shell-only.ts';
import { type LoginWays, loginWays } from '../../../shared/vms/login-ways.ts';
import {
  copySsh,
  isCopied,
  openTerminal,
  refusalOf,
  resultText,
  useResult,
} from '../../act-on-vm.ts';
import { go, useApp, type VmOfAccount, type VmTarget } from '../../store.ts';
import { Button, Icon, RefusalText, ScreenSection, useShortcuts } from '../../ui/index.ts';
import { ConsoleLink } from '../accounts/console.tsx';

export function useLoginWays(vm: Vm, account: AppAccount): LoginWays {
  const app = useApp((state) => state);
  return loginWays(app, account, vm);
}

export function LoginSection({ vm, account, target, vmKey }: VmOfAccount) {
  const offers = useLoginWays(vm, account);
  const { obstacle, notRunning, mayLogIn, hasTerminal, hasConsole, isShellOnly } = offers;
  const login = useApp(({ vmSshAccess }) => vmSshAccess[vmKey]);
  const command = mayLogIn ? (login?.command ?? null) : null;
  const copy = () => void copySsh(target);
  useShortcuts({
    ...(command !== null && { copy }),
    ...(mayLogIn && hasTerminal && { terminal: () => void openTerminal(target) }),
  });
  const hasCopied = isCopied(useResult(target));
  return (
    <ScreenSection isTitleHidden className="grid grid-cols-[minmax(0,1fr)] gap-2" title="SSH">
      {notRunning === null && obstacle !== null && <p>{obstacle}.</p>}
      {command !== null && (
        <button
          className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
          onClick={copy}
          title="Copy SSH command (Ctrl/Cmd+C)"
          type="button"
        >
          <span className="sr-only">Copy SSH command </span>
          <code className="code-font min-w-0 grow [overflow-wrap:anywhere]" dir="auto">
            {command}
          </code>
          <Icon
            className={hasCopied ? 'text-accent' : 'text-quiet'}
            name={hasCopied ? 'done' : 'copy'}
          />
        </button>
      )}
      {mayLogIn && isShellOnly && <p className="text-quiet text-small">{SHELL_ONLY}</p>}
      {mayLogIn && !hasTerminal && (
        <p className="text-quiet text-small">
          No terminal found on this computer.{' '}
          <Button
            label="Choose a terminal"
            onClick={() => go({ kind: 'settings' }, 'sshPrograms')}
            tone="link"
          />
        </p>
      )}
      {!mayLogIn && !hasConsole && (
        <div className="text-small">
          <ConsoleLink accountId={account.id} />
        </div>
      )}
    </ScreenSection>
  );
}

/** The result of the VM's last act, below the row of buttons: only announced, unless it is a refusal. */
export function ActStatus({ target }: { readonly target: VmTarget }) {
  const result = useResult(target);
  return (
    <>
      <p className="sr-only" role="status">
        {resultText(result)}
      </p>
      <RefusalText refusal={refusalOf(result)} />
    </>
  );
}

export function TerminalButton({ target }: { readonly target: VmTarget }) {
  const result = useResult(target);
  return (
    <Button
      otherLabel="Opening…"
      hint="Open in terminal (Ctrl/Cmd+O)"
      isBusy={result?.act.kind === 'openTerminal' && result.state === 'busy'}
      label="Open in terminal"
      onClick={() => openTerminal(target)}
      tone="primary"
    />
  );
}
