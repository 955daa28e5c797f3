import { useEffect, useRef } from 'react';
import { answerOf, bridge } from '../../bridge.ts';
import { copyFromVm } from '../../copying.ts';
import { go } from '../../navigation.ts';
import { appNow } from '../../store.ts';
import { type MenuItem, MenuPopover } from '../../ui/index.ts';
import { canLogIn } from './can-log-in.ts';
import { type RowMenuPlace, useRowMenu } from './row-menu.ts';

/** What can be done with a VM, as in the tray's menu. */
function itemsFor({ accountId, vm }: RowMenuPlace['entry']): readonly MenuItem[] {
  const account = appNow().accounts.find(({ id }) => id === accountId);
  const target = { accountId, vmId: vm.id };
  const copies: readonly MenuItem[] = [
    { words: 'Copy SSH command', onChoose: () => copyFromVm({ ...target, what: 'ssh' }) },
    { words: 'Copy IP', onChoose: () => copyFromVm({ ...target, what: 'address' }) },
  ];
  const openConsole: MenuItem = {
    words: 'Open console',
    onChoose: () => void answerOf(bridge.openConsole({ accountId })),
  };
  return [
    ...(canLogIn(vm) ? copies : []),
    ...(account?.consoleUrl ? [openConsole] : []),
    { words: 'Details', onChoose: () => go({ kind: 'vm', ...target }) },
  ];
}

/** The menu of the row that was clicked with the right button, or asked for it by key. */
export function RowMenuPopover() {
  const place = useRowMenu((menu) => menu.place);
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place !== null) popover.current?.showPopover();
  }, [place]);
  if (place === null) return null;
  return (
    <MenuPopover
      items={itemsFor(place.entry)}
      onClosed={() => useRowMenu.setState({ place: null })}
      place={place}
      ref={popover}
    />
  );
}
