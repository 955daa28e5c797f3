import { type RefObject, useEffect, useState } from 'react';

/** Whether rows keep their places: while the pointer is over the list or a row has the focus, but not in a hidden panel. */
export function useHeldList(list: RefObject<HTMLElement | null>) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const update = () => {
      // A hidden window reports no pointer that leaves.
      if (document.hidden) setPointedAt(false);
      setFocused(!document.hidden && list.current?.contains(document.activeElement) === true);
    };
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, [list]);
  return {
    isHeld: isPointedAt || isFocused,
    pointer: {
      onPointerEnter: () => setPointedAt(true),
      onPointerMove: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
    },
    focus: { onFocus: () => setFocused(true), onBlur: () => setFocused(false) },
  };
}
