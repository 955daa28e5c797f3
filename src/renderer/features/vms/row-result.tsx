import { type ActResult, resultText } from '../../act-results.ts';
import { RefusalText } from '../../ui/index.ts';

export interface RowResult {
  /** The latest one that is shown; null: none. */
  readonly result: ActResult | null;
}

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** The result of a row, below it and over its neighbors. */
export function ActionResult({ result }: RowResult) {
  return (
    <div className="vm-row-result" key={result?.state} ref={scrollIntoView}>
      <p aria-hidden="true" className="text-small empty:hidden">
        {resultText(result)}
      </p>
      <RefusalText refusal={result?.refusal ?? null} />
    </div>
  );
}
