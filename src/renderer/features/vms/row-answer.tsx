import { useCopyOutcome } from '../../copying.ts';
import { type OpenTarget, openingWords, useOpening } from '../../opening.ts';
import { RefusalText } from '../../ui/index.ts';

/** One function for all draws, so that each answer is brought in sight once: the row may be the last that is. */
function bringInSight(answer: HTMLElement | null): void {
  answer?.scrollIntoView({ block: 'nearest' });
}

/** Below a row, over its neighbours: what is being opened, or why something was not done. And what was done, to be heard. */
export function RowAnswer({ target }: { readonly target: OpenTarget }) {
  const copied = useCopyOutcome(target.accountId, target.vmId);
  const opening = useOpening(target);
  const refusal = copied?.refusal ?? opening?.refusal ?? null;
  const words = opening !== null && opening.refusal === null ? openingWords(opening) : null;
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {copied !== null && copied.refusal === null ? 'Copied' : words}
      </span>
      {refusal !== null && (
        <div className="vm-row-answer" key="refusal" ref={bringInSight}>
          <RefusalText refusal={refusal} />
        </div>
      )}
      {refusal === null && words !== null && (
        <p aria-hidden="true" className="vm-row-answer text-small" key="words" ref={bringInSight}>
          {words}
        </p>
      )}
    </>
  );
}
