import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { OnDemand } from './on-demand.ts';

/** @param waiting shown until the code is loaded. Like `React.lazy`, which delays content behind a fallback by up to 300 ms (`FALLBACK_THROTTLE_MS`) at every first click. */
export function lazy<Props extends object>(
  { loaded, load }: OnDemand<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  return function Lazy(props: Props) {
    const [Shown, show] = useState(loaded);
    useEffect(() => {
      if (Shown === null) void load().then((component) => show(() => component));
    }, [Shown]);
    return Shown === null ? waiting : <Shown {...props} />;
  };
}
