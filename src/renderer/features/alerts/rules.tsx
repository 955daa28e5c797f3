import { formatRate } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { RefusalText, Switch, Toggle } from '../../ui/index.ts';
import { TextSetting, usePreferences } from '../settings/text-setting.tsx';
import { useTotalRate } from '../spend/spend-header.tsx';
import {
  checkThreshold,
  immediateNote,
  parseThreshold,
  suggestThreshold,
  thresholdText,
} from './limit.ts';
import { messages } from './messages.ts';

/** Its limit while it is on, and what a limit being typed would do. */
function HourlyRateRule() {
  const { preferences, refusal, change } = usePreferences();
  const { hourlyRate, currency, hideAmounts } = preferences;
  const rate = useTotalRate();
  const limit = hourlyRate.isOn ? hourlyRate.limit : null;
  const current =
    rate === null || hideAmounts
      ? messages.allAccounts
      : messages.rateNow(formatRate(rate, currency));
  const saved = limit === null ? '' : thresholdText(limit);
  const hint = (typed: string) =>
    (typed === saved ? null : immediateNote(rate, parseThreshold(typed), preferences)) ?? current;
  return (
    <li>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          {limit === null ? (
            <div className="py-1.5">
              <p className="font-medium">{messages.hourlyRate}</p>
              <p className="text-quiet text-small">{current}</p>
            </div>
          ) : (
            <TextSetting
              check={checkThreshold}
              hint={hint}
              label={messages.hourlyRate}
              name="threshold"
              onChange={(typed) =>
                change({ hourlyRate: { isOn: true, limit: parseThreshold(typed) } })
              }
              unit={{ before: currency, after: messages.ratePerHour }}
              value={saved}
            />
          )}
        </div>
        <span className="flex h-8 items-center">
          <Switch
            isOn={limit !== null}
            label={messages.hourlyRateSwitch}
            onChange={(isOn) =>
              change({
                hourlyRate: { isOn, limit: hourlyRate.limit ?? suggestThreshold(rate ?? 0) },
              })
            }
          />
        </span>
      </div>
      <RefusalText refusal={refusal} />
    </li>
  );
}

/** Every rule with its switch; each change applies at once. */
export function Rules() {
  const { preferences, refusal, change } = usePreferences();
  const isLinux = useApp(({ surroundings }) => surroundings.platform === 'linux');
  return (
    <>
      <ul>
        <HourlyRateRule />
        <li>
          <Toggle
            hint={messages.statusChangesHint}
            isOn={preferences.notifyStatusChanges}
            label={messages.statusChanges}
            onChange={(notifyStatusChanges) => change({ notifyStatusChanges })}
          />
        </li>
        <li>
          <Toggle
            hint={messages.readyHint}
            isOn={preferences.notifyReady}
            label={messages.ready}
            onChange={(notifyReady) => change({ notifyReady })}
          />
        </li>
        <li>
          <Toggle
            hint={messages.leavingHint(isLinux)}
            isOn={preferences.remindOnLeaving}
            label={messages.leaving}
            onChange={(remindOnLeaving) => change({ remindOnLeaving })}
          />
        </li>
      </ul>
      <RefusalText refusal={refusal} />
    </>
  );
}
