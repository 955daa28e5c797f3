import { type Preferences, THEMES, TRAY_TONES } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { Choice, RefusalText, Toggle } from '../../ui/index.ts';
import { checkCurrency } from './preference-checks.ts';
import { TextSetting } from './text-setting.tsx';
import { usePreferenceChange } from './use-preference.ts';

const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

/** By the panel and not by the icon: the light one is for the dark panel. */
const TONE_WORDS: Readonly<Record<(typeof TRAY_TONES)[number], string>> = {
  auto: 'Automatic',
  light: 'For a light panel',
  dark: 'For a dark panel',
};

/** The theme, the icon's panel (on Linux, which tells no program), hidden amounts and the currency. */
export function LookSettings({ preferences }: { readonly preferences: Preferences }) {
  const { refusal, change } = usePreferenceChange();
  const isLinux = useApp(({ surroundings }) => surroundings.platform === 'linux');
  return (
    <>
      <Choice
        label="Theme"
        onChange={(theme) => change({ theme })}
        options={THEMES.map((value) => ({ value, words: THEME_WORDS[value] }))}
        value={preferences.theme}
      />
      {isLinux && (
        <Choice
          label="Tray icon"
          onChange={(trayTone) => change({ trayTone })}
          options={TRAY_TONES.map((value) => ({ value, words: TONE_WORDS[value] }))}
          value={preferences.trayTone}
        />
      )}
      <Toggle
        hint="Shows dots instead of money, for when others look on."
        isOn={preferences.hideAmounts}
        label="Hide amounts"
        onChange={(hideAmounts) => change({ hideAmounts })}
      />
      <TextSetting
        check={checkCurrency}
        hint="Shown before amounts; the service names no currency."
        label="Currency symbol"
        name="currency"
        onChange={(currency) => change({ currency })}
        value={preferences.currency}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
