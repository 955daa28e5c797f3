import type { ReactNode } from 'react';
import { openTerminal, refusalOf, resultText, useResult } from '../../act-on-vm.ts';
import type { VmTarget } from '../../store.ts';
import { Button, Icon, RefusalText } from '../../ui/index.ts';
import { messages } from './details-messages.ts';

/** The result of the VM's last act, below the row of buttons: only announced, unless it is a refusal. */
export function ActStatus({ target }: { readonly target: VmTarget }) {
  const result = useResult(target);
  return (
    <>
      <p className="sr-only" role="status">
        {resultText(result)}
      </p>
      <RefusalText isBelowRow refusal={refusalOf(result)} />
    </>
  );
}

export function TerminalButton({ target }: { readonly target: VmTarget }) {
  const result = useResult(target);
  return (
    <Button
      busyLabel={messages.opening}
      hint={messages.openTerminalHint}
      isBusy={result?.act.kind === 'openTerminal' && result.state === 'busy'}
      label={messages.openTerminal}
      onClick={() => openTerminal(target)}
      tone="primary"
    />
  );
}

interface CopyButtonProps {
  readonly label: string;
  readonly hint: string;
  readonly isCopied: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A value that any click on it copies. The check appears beside the value. */
export function CopyButton({ label, hint, isCopied, onClick, children }: CopyButtonProps) {
  return (
    <>
      <button
        className="-mx-2 flex min-h-8 w-[calc(100%+1rem)] items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        onClick={onClick}
        title={hint}
        type="button"
      >
        <span className="sr-only">{label} </span>
        <span className="min-w-0 grow [overflow-wrap:anywhere]" dir="auto">
          {children}
        </span>
        <span className={isCopied ? 'text-accent' : 'text-quiet'}>
          <Icon name={isCopied ? 'done' : 'copy'} />
        </span>
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && messages.copied}
      </span>
    </>
  );
}
