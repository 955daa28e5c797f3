import type { Refusal } from '../../shared/ipc/index.ts';

interface RefusalTextProps {
  readonly refusal: Refusal | null;
  /** Below everything else in its row, wherever in it the refused one is. */
  readonly isBelowRow?: boolean;
}

/** Why something was not done, and the next step, where it was asked for. */
export function RefusalText({ refusal, isBelowRow = false }: RefusalTextProps) {
  return (
    <div className={`basis-full empty:hidden ${isBelowRow ? 'order-last' : ''}`} role="alert">
      {refusal !== null && (
        <p className="text-small select-text">
          <span className="text-red">{refusal.message}</span> {refusal.action}
        </p>
      )}
    </div>
  );
}
