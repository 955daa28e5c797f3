import type { PreferencesChange } from '../shared/settings/preferences.ts';
import { bridge, useApp } from './store.ts';
import { useRequest } from './ui/index.ts';

/** Controls show the preferences that main reports after a change. */
export function usePreferences() {
  const preferences = useApp((app) => app.preferences);
  const { refusal, ask } = useRequest();
  const change = (changed: PreferencesChange) => ask(bridge.changePreferences(changed));
  return { preferences, refusal, change };
}
