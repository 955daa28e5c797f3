import type { FoundProgram } from '../../../shared/ssh/index.ts';
import { type CopyTarget, copyFromVm, useCopyOutcome } from '../../copy-from-vm.ts';
import { openVm, useOpening } from '../../open-vm.ts';
import { type Opener, openingLabel } from '../../openings.ts';
import type { VmTarget } from '../../store.ts';
import { Button, Icon, Menu, RefusalText, SwappedText } from '../../ui/index.ts';
import { messages } from './details-messages.ts';

interface CopyActionProps {
  readonly target: CopyTarget;
  readonly label: string;
  /** For screen readers and on hover; begins with `label`. */
  readonly fullLabel: string;
}

/** A copy button in a row; a refusal is shown below the row. */
export function CopyAction({ target, label, fullLabel }: CopyActionProps) {
  const outcome = useCopyOutcome(target);
  const isCopied = outcome?.refusal === null;
  return (
    <div className="contents">
      <button
        aria-label={fullLabel}
        className="flex min-h-7 items-center gap-1.5 rounded-md border border-edge px-2.5 font-medium hover:bg-hover"
        onClick={() => copyFromVm(target)}
        title={fullLabel}
        type="button"
      >
        <Icon name={isCopied ? 'done' : 'copy'} />
        <SwappedText isOther={isCopied} other={messages.copied} usual={label} />
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && messages.copied}
      </span>
      <RefusalText isBelowRow refusal={outcome?.refusal ?? null} />
    </div>
  );
}

interface OpenActionProps {
  readonly target: VmTarget;
  readonly opener: Opener;
  readonly label: string;
  readonly hint?: string;
  readonly isPrimary?: boolean;
}

/** A button in a row that opens the VM; a slow start or a refusal is shown below the row. */
export function OpenAction({ target, opener, label, hint, isPrimary = false }: OpenActionProps) {
  const opening = useOpening(target, opener.kind);
  const isBusy = opening !== null && opening.state !== 'refused';
  return (
    <div className="contents">
      <Button
        busyLabel={messages.opening}
        isBusy={isBusy}
        label={label}
        onClick={() => openVm(target, opener)}
        tone={isPrimary ? 'primary' : 'plain'}
        hint={hint}
      />
      <span aria-live="polite" className="sr-only">
        {opening?.state === 'opening' && openingLabel(opening)}
      </span>
      <p className="order-last basis-full text-quiet text-small empty:hidden" role="status">
        {opening?.state === 'slow' && openingLabel(opening)}
      </p>
      <RefusalText isBelowRow refusal={opening?.refusal ?? null} />
    </div>
  );
}

interface EditorActionProps {
  readonly target: VmTarget;
  readonly editors: readonly FoundProgram[];
}

/** A button that opens the VM in the only editor, or a menu of them. */
export function EditorAction({ target, editors }: EditorActionProps) {
  const opening = useOpening(target, 'editor');
  const [editor, ...others] = editors;
  if (editor !== undefined && others.length === 0)
    return (
      <OpenAction
        label={messages.openIn(editor.name)}
        opener={{ kind: 'editor', editor }}
        target={target}
      />
    );
  return (
    <div className="contents">
      <Menu
        items={editors.map((one) => ({
          label: one.name,
          onChoose: () => void openVm(target, { kind: 'editor', editor: one }),
        }))}
        label={messages.editors}
      />
      <p className="order-last basis-full text-quiet text-small empty:hidden" role="status">
        {opening !== null && opening.refusal === null && openingLabel(opening)}
      </p>
      <RefusalText isBelowRow refusal={opening?.refusal ?? null} />
    </div>
  );
}
