import { PREFERENCES } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';
import { Choice, RefusalText, Toggle } from '../../ui/index.ts';
import { checkCurrency, checkThreshold, parseThreshold, thresholdText } from './checks.ts';
import { messages } from './messages.ts';
import { TextSetting, usePreferences } from './text-setting.tsx';

/** The limit when its switch is turned on, $/h. */
const INITIAL_LIMIT = 3;

export function AlertSettings() {
  const { preferences, refusal, change } = usePreferences();
  const { rateThreshold, currency, notifyStatusChanges, notifyReady } = preferences;
  const limit = typeof rateThreshold === 'number' ? rateThreshold : null;
  const text = messages.alerts;
  return (
    <>
      <Toggle
        isOn={limit !== null}
        label={text.hourlyRate}
        onChange={(isOn) => change({ rateThreshold: isOn ? INITIAL_LIMIT : null })}
      />
      {limit !== null && (
        <TextSetting
          check={checkThreshold}
          hint={text.limitHint}
          label={text.limit(currency)}
          name="threshold"
          onChange={(typed) => change({ rateThreshold: parseThreshold(typed) })}
          value={thresholdText(limit)}
        />
      )}
      <Toggle
        hint={text.statusChangesHint}
        isOn={notifyStatusChanges}
        label={text.statusChanges}
        onChange={(isOn) => change({ notifyStatusChanges: isOn })}
      />
      <Toggle
        hint={text.readyHint}
        isOn={notifyReady}
        label={text.ready}
        onChange={(isOn) => change({ notifyReady: isOn })}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function AppearanceSettings() {
  const { preferences, refusal, change } = usePreferences();
  // Linux desktops do not report their panel's color.
  const isLinux = useApp(({ surroundings }) => surroundings.platform === 'linux');
  const text = messages.appearance;
  return (
    <>
      <Choice
        label={text.theme}
        onChange={(theme) => change({ theme })}
        options={PREFERENCES.theme.options.map((value) => ({ value, label: text.themes[value] }))}
        value={preferences.theme}
      />
      {isLinux && (
        <Choice
          label={text.trayIcon}
          onChange={(trayTone) => change({ trayTone })}
          options={PREFERENCES.trayTone.options.map((value) => ({
            value,
            label: text.trayTones[value],
          }))}
          value={preferences.trayTone}
        />
      )}
      <Toggle
        hint={text.hideAmountsHint}
        isOn={preferences.hideAmounts}
        label={text.hideAmounts}
        onChange={(hideAmounts) => change({ hideAmounts })}
      />
      <TextSetting
        check={checkCurrency}
        hint={text.currencyHint}
        label={text.currency}
        name="currency"
        onChange={(currency) => change({ currency })}
        value={preferences.currency}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}

export function GeneralSettings() {
  const { preferences, refusal, change } = usePreferences();
  const text = messages.general;
  return (
    <>
      <Choice
        label={text.refresh}
        onChange={(idleSeconds) => change({ idleSeconds })}
        options={PREFERENCES.idleSeconds.options.map((value) => ({
          value,
          label: text.refreshInterval(value),
        }))}
        value={preferences.idleSeconds}
      />
      <p className="text-quiet text-small">{text.refreshHint}</p>
      <Toggle
        isOn={preferences.autostart}
        label={text.autostart}
        onChange={(autostart) => change({ autostart })}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
