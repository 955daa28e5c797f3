import type { Preferences } from '../../../shared/app/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { useRequest } from '../../ui/index.ts';

type Change = { -readonly [Name in keyof Preferences]?: Preferences[Name] };

interface PreferenceChange {
  readonly refusal: Refusal | null;
  readonly change: (change: Change) => void;
}

/** Changes preferences as soon as they are touched; what is shown is what main then says. */
export function usePreferenceChange(): PreferenceChange {
  const { refusal, ask } = useRequest<void>();
  return { refusal, change: (change) => void ask(bridge.changePreferences(change)) };
}
