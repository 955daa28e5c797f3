import { MINUTE_MS } from '../../../shared/format/index.ts';
import { usePreferences } from '../../preferences.ts';
import { RefusalText, Toggle } from '../../ui/index.ts';
import { TextSetting } from '../settings/text-setting.tsx';
import { messages } from './messages.ts';

/** `07:30` for 450. */
function timeText(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice(11, 16);
}

/** Minutes since midnight of `7:30` or `22`; null: invalid. */
function parseTime(text: string): number | null {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
}

export function QuietHoursSetting() {
  const { preferences, refusal, change } = usePreferences();
  const { quietHours } = preferences;
  const time = (end: 'from' | 'to') => (
    <TextSetting
      check={(typed) => (parseTime(typed) === null ? messages.notATime : null)}
      label={messages.quietTimes[end]}
      name={`quiet-${end}`}
      onChange={(typed) =>
        change({ quietHours: { ...quietHours, [end]: parseTime(typed) ?? quietHours[end] } })
      }
      value={timeText(quietHours[end])}
    />
  );
  return (
    <>
      <Toggle
        hint={messages.quietHoursHint}
        isOn={quietHours.isOn}
        label={messages.quietHours}
        onChange={(isOn) => change({ quietHours: { ...quietHours, isOn } })}
      />
      {quietHours.isOn && (
        <div className="grid grid-cols-2 gap-x-4 pl-3">
          {time('from')}
          {time('to')}
        </div>
      )}
      <RefusalText refusal={refusal} />
    </>
  );
}
