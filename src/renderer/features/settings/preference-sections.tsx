import { PREFERENCES } from '../../../shared/settings/preferences.ts';
import { go } from '../../navigation.ts';
import { usePreferences } from '../../preferences.ts';
import { useApp } from '../../store.ts';
import { Choice, Icon, RefusalText } from '../../ui/index.ts';
import { messages } from './messages.ts';
import { ShortcutSetting } from './shortcut-setting.tsx';
import { PreferenceToggle } from './text-setting.tsx';

export function AccountsLink() {
  const accounts = useApp((app) => app.accounts);
  return (
    <button
      className="-mx-2 flex min-h-8 items-center justify-between gap-x-3 rounded-md px-2 text-left hover:bg-hover"
      onClick={() => go({ kind: 'accounts' })}
      type="button"
    >
      <span className="one-line font-medium" dir="auto">
        {accounts.map(({ label }) => label).join(', ')}
      </span>
      <span className="text-quiet">
        <Icon name="right" />
      </span>
    </button>
  );
}

export function AppearanceSettings() {
  const { preferences, refusal, change } = usePreferences();
  const text = messages.appearance;
  return (
    <>
      <Choice
        label={text.theme}
        onChange={(theme) => change({ theme })}
        options={PREFERENCES.theme.options.map((value) => ({ value, label: text.themes[value] }))}
        value={preferences.theme}
      />
      <PreferenceToggle hint={text.hideAmountsHint} label={text.hideAmounts} name="hideAmounts" />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function GeneralSettings() {
  const { preferences, refusal, change } = usePreferences();
  const hasUpdates = useApp(({ updates }) => updates.kind !== 'off');
  const text = messages.general;
  return (
    <>
      <Choice
        hint={text.refreshHint}
        label={text.refresh}
        onChange={(idleSeconds) => change({ idleSeconds })}
        options={PREFERENCES.idleSeconds.options.map((value) => ({
          value,
          label: text.refreshInterval(value),
        }))}
        value={preferences.idleSeconds}
      />
      <RefusalText refusal={refusal} />
      <PreferenceToggle label={text.autostart} name="autostart" />
      {hasUpdates && (
        <PreferenceToggle
          hint={text.checkForUpdatesHint}
          label={text.checkForUpdates}
          name="checkForUpdates"
        />
      )}
      <ShortcutSetting />
    </>
  );
}
