import { type CopyTarget, copyFromVm, useCopyOutcome } from '../../copy-from-vm.ts';
import { Icon, RefusalText, SwappedText } from '../../ui/index.ts';

interface CopyActionProps {
  readonly target: CopyTarget;
  readonly words: string;
  /** The whole of it, beginning with `words`. */
  readonly fullWords: string;
}

/** A button that copies something of the VM, among others in a row, and says so in its own place; a refusal is below them. */
export function CopyAction({ target, words, fullWords }: CopyActionProps) {
  const outcome = useCopyOutcome(target.accountId, target.vmId, target.what);
  const isCopied = outcome !== null && outcome.refusal === null;
  return (
    <div className="contents">
      <button
        aria-label={fullWords}
        className="flex min-h-8 items-center gap-1.5 rounded-md border border-edge px-2.5 font-medium hover:bg-hover"
        onClick={() => copyFromVm(target)}
        title={fullWords}
        type="button"
      >
        <Icon name={isCopied ? 'done' : 'copy'} />
        <SwappedText isOther={isCopied} other="Copied" usual={words} />
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      <RefusalText isBelowRow refusal={outcome?.refusal ?? null} />
    </div>
  );
}
