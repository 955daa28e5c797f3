import type { Refusal } from '../../shared/ipc/index.ts';

/** Why something was not done, and the next step, where it was asked for. */
export function RefusalText({ refusal }: { readonly refusal: Refusal | null }) {
  return (
    <div className="basis-full empty:hidden" role="alert">
      {refusal !== null && (
        <p className="text-small select-text">
          <span className="text-red">{refusal.sentence}</span> {refusal.action}
        </p>
      )}
    </div>
  );
}
