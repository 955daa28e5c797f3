import { type ComponentType, useEffect, useState } from 'react';

type Loaded<Props> =
  | { readonly kind: 'component'; readonly component: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A component loaded on first render. Unlike `React.lazy` it appears as soon as it is loaded: React delays content behind a
 * fallback by up to 300 ms (`FALLBACK_THROTTLE_MS`), which would slow down every first click.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: Loaded<Props> | null = null;
  return function Lazy(props: Props) {
    const [result, setResult] = useState(loaded);
    useEffect(() => {
      if (result !== null) return;
      load()
        .then((component): Loaded<Props> => ({ kind: 'component', component }))
        .catch((error: unknown): Loaded<Props> => ({ kind: 'failed', error }))
        .then((next) => {
          if (next.kind === 'component') loaded = next;
          setResult(next);
        });
    }, [result]);
    if (result === null) return null;
    if (result.kind === 'failed') throw result.error;
    return <result.component {...props} />;
  };
}
