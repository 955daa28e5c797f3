import { type ComponentType, useEffect, useState } from 'react';

type Loaded<Props> =
  | { readonly kind: 'screen'; readonly screen: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A screen that is fetched when it is first drawn. `React.lazy` does the same but holds what it has fetched back for 300 ms,
 * so that fallbacks do not flicker (`FALLBACK_THROTTLE_MS`); here the file lies on this computer, and that would be a wait
 * on every first click.
 */
export function loadScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: Loaded<Props> | null = null;
  return function LoadedScreen(props: Props) {
    const [now, setNow] = useState(loaded);
    useEffect(() => {
      if (now !== null) return;
      load()
        .then((screen): Loaded<Props> => ({ kind: 'screen', screen }))
        .catch((error: unknown): Loaded<Props> => ({ kind: 'failed', error }))
        .then((result) => {
          if (result.kind === 'screen') loaded = result;
          setNow(result);
        });
    }, [now]);
    if (now === null) return null;
    if (now.kind === 'failed') throw now.error;
    return <now.screen {...props} />;
  };
}
