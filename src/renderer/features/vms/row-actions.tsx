import { create } from 'zustand';
import { type ActResult, refusalOf, resultText } from '../../act-on-vm.ts';
import { lazy, onDemand, RefusalText } from '../../ui/index.ts';
import type { OpenRowMenu } from './row-acts.tsx';

/** On demand: most rows are only read. */
const RowMenu = lazy(onDemand(() => import('./row-acts.tsx'), 'RowMenu'));

export const useRowMenu = create<{ readonly menu: OpenRowMenu | null }>(() => ({ menu: null }));

export function OpenedRowMenu() {
  const menu = useRowMenu((state) => state.menu);
  return menu && <RowMenu {...menu} onClose={() => useRowMenu.setState({ menu: null })} />;
}

/** One function identity for all renders, so that each result is scrolled into view once. */
function scrollIntoView(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

/** The result of a row, below it and over its neighbors: a refusal, or a program that opens. A successful copy is only announced. */
export function outcomeOf(result: ActResult | null) {
  if (result === null || result.state === 'done') return null;
  const refusal = refusalOf(result);
  if (refusal === null && result.act.kind === 'copyFromVm') return null;
  return (
    <div className="vm-row-result" key={refusal?.kind} ref={scrollIntoView}>
      <p aria-hidden="true" className="text-small empty:hidden">
        {resultText(result)}
      </p>
      <RefusalText refusal={refusal} />
    </div>
  );
}
