import type { Preferences } from '../../../shared/app/index.ts';
import type { Refusal } from '../../../shared/ipc/index.ts';
import { bridge } from '../../bridge.ts';
import { type ChangeOutcome, useSettingChange } from './use-setting-change.ts';

type Change = { -readonly [Name in keyof Preferences]?: Preferences[Name] };

interface PreferenceChange {
  readonly refusal: Refusal | null;
  /** Main asks outside the panel whether this may be. */
  readonly isAwaited: boolean;
  readonly change: (change: Change) => Promise<ChangeOutcome>;
}

/** Changes preferences as soon as they are touched; what is shown is what main then says. */
export function usePreferenceChange(): PreferenceChange {
  const { refusal, isAwaited, send } = useSettingChange();
  return { refusal, isAwaited, change: (change) => send(bridge.changePreferences(change)) };
}
