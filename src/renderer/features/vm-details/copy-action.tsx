import { type CopyTarget, Icon, RefusalText, useCopying } from '../../ui/index.ts';

/** A button that copies something of the VM, and says so in its own place. */
export function CopyAction({
  target,
  words,
}: {
  readonly target: CopyTarget;
  readonly words: string;
}) {
  const { outcome, copy } = useCopying(target);
  const isCopied = outcome?.kind === 'copied';
  return (
    <div className="min-w-0">
      <button
        className="flex min-h-8 items-center gap-1.5 rounded-md border border-edge px-2.5 font-medium hover:bg-hover"
        onClick={copy}
        type="button"
      >
        <Icon name={isCopied ? 'done' : 'copy'} />
        <span className="grid">
          {/* Both lie on the same spot, so that the button keeps its width. */}
          <span className={`col-start-1 row-start-1 ${isCopied ? 'invisible' : ''}`}>{words}</span>
          <span className={`col-start-1 row-start-1 text-left ${isCopied ? '' : 'invisible'}`}>
            Copied
          </span>
        </span>
      </button>
      <span aria-live="polite" className="sr-only">
        {isCopied && 'Copied'}
      </span>
      <RefusalText refusal={outcome?.kind === 'refused' ? outcome.refusal : null} />
    </div>
  );
}
