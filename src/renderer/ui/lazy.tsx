import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { OnDemand } from './on-demand.ts';

/** Null until the code is loaded. */
export function useLoaded<T>({ loaded, load }: OnDemand<T>): T | null {
  const [code, show] = useState(loaded);
  useEffect(() => {
    if (code === null) void load().then((found) => show(() => found));
  }, [code, load]);
  return code;
}

/** @param waiting shown until the code is loaded. Like `React.lazy`, which delays content behind a fallback by up to 300 ms (`FALLBACK_THROTTLE_MS`) at every first click. */
export function lazy<Props extends object>(
  code: OnDemand<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  return function Lazy(props: Props) {
    const Shown = useLoaded(code);
    return Shown === null ? waiting : <Shown {...props} />;
  };
}
