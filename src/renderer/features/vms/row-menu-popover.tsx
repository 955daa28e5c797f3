import { useEffect, useRef } from 'react';
import { appNow } from '../../store.ts';
import { MenuPopover } from '../../ui/index.ts';
import { useRowMenu } from './row-menu.ts';
import { rowMenuItems } from './row-menu-items.ts';

/** The menu of the row that was clicked with the right button, or asked for it by key. */
export function RowMenuPopover() {
  const place = useRowMenu((menu) => menu.place);
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place !== null) popover.current?.showPopover();
  }, [place]);
  if (place === null) return null;
  const { accountId, vm } = place.entry;
  return (
    <MenuPopover
      items={rowMenuItems(appNow(), accountId, vm)}
      onClosed={() => useRowMenu.setState({ place: null })}
      place={place}
      ref={popover}
    />
  );
}
