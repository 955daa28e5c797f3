import type { Refusal } from '../../../shared/ipc/index.ts';
import { RefusalText } from '../../ui/index.ts';

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

interface ActionResultProps {
  readonly refusal: Refusal | null;
  readonly label: string | null;
}

/** The result of a row, below it and over its neighbors. */
export function ActionResult({ refusal, label }: ActionResultProps) {
  return refusal === null ? (
    <p aria-hidden="true" className="vm-row-result text-small" key="label" ref={scrollIntoView}>
      {label}
    </p>
  ) : (
    <div className="vm-row-result" key="refusal" ref={scrollIntoView}>
      <RefusalText refusal={refusal} />
    </div>
  );
}
