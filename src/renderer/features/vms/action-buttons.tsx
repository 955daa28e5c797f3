import { openTerminal, refusalOf, resultText, useResult } from '../../act-on-vm.ts';
import type { VmTarget } from '../../store.ts';
import { Button, RefusalText } from '../../ui/index.ts';

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
