import type { Preferences } from '../../../shared/app/index.ts';
import { RefusalText, Toggle } from '../../ui/index.ts';
import { checkThreshold, parseThreshold, thresholdText } from './preference-checks.ts';
import { TextSetting } from './text-setting.tsx';
import { usePreferenceChange } from './use-preference.ts';

/** Where a limit that was switched on begins, $/h. */
const FIRST_LIMIT = 3;

/** What one is told of: the limit, whose field is there while it is on, changes of VMs, and when one can log in. */
export function AlertSettings({ preferences }: { readonly preferences: Preferences }) {
  const { refusal, change } = usePreferenceChange();
  const { rateThreshold, currency } = preferences;
  const limit = typeof rateThreshold === 'number' ? rateThreshold : null;
  return (
    <>
      <Toggle
        isOn={limit !== null}
        label="Alert above an hourly rate"
        onChange={(isOn) => change({ rateThreshold: isOn ? FIRST_LIMIT : null })}
      />
      {limit !== null && (
        <TextSetting
          check={checkThreshold}
          hint="All accounts together."
          inputMode="decimal"
          label={`Limit, ${currency} per hour`}
          name="threshold"
          onChange={(text) => change({ rateThreshold: parseThreshold(text) })}
          value={thresholdText(limit)}
        />
      )}
      <Toggle
        hint="Interrupted, failed, offline, running, gone."
        isOn={preferences.notifyStatusChanges}
        label="Notify when a VM changes"
        onChange={(notifyStatusChanges) => change({ notifyStatusChanges })}
      />
      <Toggle
        hint="Once SSH answers on a VM that has just started."
        isOn={preferences.notifyReady}
        label="Notify when I can log in"
        onChange={(notifyReady) => change({ notifyReady })}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
