import { create } from 'zustand';
import { type ActResult, refusalOf, type VmAct } from '../../act-results.ts';
import { lazy, onDemand } from '../../ui/index.ts';
import type { OpenRowMenu, RowVm } from './row-acts.tsx';

/** On demand: most rows are only read. */
const code = () => import('./row-acts.tsx');
const rowActs = onDemand(code);
const RowMenu = lazy(onDemand(() => code().then((all) => all.RowMenu)));
/** Only a refusal and a program that opens are shown. */
const ActionResult = lazy(onDemand(() => code().then((all) => all.ActionResult)));

/** Logs in to the VM of a row, or shows there why that can't be. */
export function actOnRow(vm: RowVm, act: VmAct): void {
  void rowActs.load().then((acts) => acts.actOnRow(vm, act));
}

export const useRowMenu = create<{ readonly menu: OpenRowMenu | null }>(() => ({ menu: null }));

export function OpenedRowMenu() {
  const menu = useRowMenu((state) => state.menu);
  return menu && <RowMenu {...menu} onClose={() => useRowMenu.setState({ menu: null })} />;
}

/** The result of a row. A successful copy is only announced. */
export function outcomeOf(result: ActResult | null) {
  if (result === null) return null;
  const isShown = refusalOf(result) !== null || result.act.kind !== 'copy';
  return isShown && result.state !== 'done' && <ActionResult result={result} />;
}
