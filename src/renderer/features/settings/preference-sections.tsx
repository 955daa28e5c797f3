import { accountName } from '../../../shared/accounts/index.ts';
import { PREFERENCES } from '../../../shared/settings/preferences.ts';
import { bridge } from '../../bridge.ts';
import { go } from '../../navigation.ts';
import { useApp } from '../../store.ts';
import { Choice, Icon } from '../../ui/index.ts';
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
        {accounts.map(({ id }) => accountName(accounts, id)).join(', ')}
      </span>
      <span className="text-quiet">
        <Icon name="right" />
      </span>
    </button>
  );
}

export function AppearanceSettings() {
  const value = useApp(({ preferences }) => preferences.theme);
  const text = messages.appearance;
  return (
    <>
      <Choice
        label={text.theme}
        onChange={(theme, ask) => ask(bridge.changePreferences({ theme }))}
        options={PREFERENCES.theme.options.map((theme) => ({
          value: theme,
          label: text.themes[theme],
        }))}
        value={value}
      />
      <PreferenceToggle hint={text.hideAmountsHint} label={text.hideAmounts} name="hideAmounts" />
    </>
  );
}

export function GeneralSettings() {
  const idle = useApp(({ preferences }) => preferences.idleSeconds);
  const hasUpdates = useApp(({ updates }) => updates.kind !== 'off');
  const text = messages.general;
  return (
    <>
      <Choice
        hint={text.refreshHint}
        label={text.refresh}
        onChange={(idleSeconds, ask) => ask(bridge.changePreferences({ idleSeconds }))}
        options={PREFERENCES.idleSeconds.options.map((value) => ({
          value,
          label: text.refreshInterval(value),
        }))}
        value={idle}
      />
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
