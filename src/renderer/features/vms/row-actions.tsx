import { create } from 'zustand';
import { type ActResult, refusalOf } from '../../act-on-vm.ts';
import { lazy, onDemand } from '../../ui/index.ts';
import type { OpenRowMenu } from './row-acts.tsx';

/** On demand: most rows are only read. */
const code = () => import('./row-acts.tsx');
const RowMenu = lazy(onDemand(() => code().then((all) => all.RowMenu)));
/** Only a refusal and a program that opens are shown. */
const ActionResult = lazy(onDemand(() => code().then((all) => all.ActionResult)));

export const useRowMenu = create<{ readonly menu: OpenRowMenu | null }>(() => ({ menu: null }));

export function OpenedRowMenu() {
  const menu = useRowMenu((state) => state.menu);
  return menu && <RowMenu {...menu} onClose={() => useRowMenu.setState({ menu: null })} />;
}

/** The result of a row. A successful copy is only announced. */
export function outcomeOf(result: ActResult | null) {
  if (result === null) return null;
  const isShown = refusalOf(result) !== null || result.act.kind !== 'copyFromVm';
  return isShown && result.state !== 'done' && <ActionResult result={result} />;
}
