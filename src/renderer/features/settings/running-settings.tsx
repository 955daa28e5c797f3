import { IDLE_SECONDS, type Preferences } from '../../../shared/app/index.ts';
import { Choice, RefusalText, Toggle } from '../../ui/index.ts';
import { usePreferenceChange } from './use-preference.ts';

function paceWords(seconds: number): string {
  if (seconds < 60) return `Every ${seconds} s`;
  return seconds === 60 ? 'Every minute' : `Every ${seconds / 60} minutes`;
}

/** How often the service is asked while nobody looks, and whether GPU Tray starts at login. */
export function RunningSettings({ preferences }: { readonly preferences: Preferences }) {
  const { refusal, change } = usePreferenceChange();
  return (
    <>
      <Choice
        label="Ask the service"
        onChange={(idleSeconds) => change({ idleSeconds })}
        options={IDLE_SECONDS.map((value) => ({ value, words: paceWords(value) }))}
        value={preferences.idleSeconds}
      />
      <p className="text-quiet text-small">
        Faster while a VM is changing or this panel is open, within the limits of the service.
      </p>
      <Toggle
        isOn={preferences.autostart}
        label="Start when I log in"
        onChange={(autostart) => change({ autostart })}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
