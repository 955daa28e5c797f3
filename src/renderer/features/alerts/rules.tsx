import { useEffect, useEffectEvent, useState } from 'react';
import {
  ALERT_RULES,
  type AlertRule,
  appTotals,
  costToday,
  isThisMonth,
  monthForecast,
  type PreferencesChange,
  type RuleSetting,
  type RuleUnit,
  ruleFigure,
  ruleMessages,
  STATUS_RULES,
  type StatusRule,
} from '../../../shared/app/index.ts';
import type { RequestOutput } from '../../../shared/ipc/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  RefusalText,
  RequestButton,
  Switch,
  Toggle,
  type Unit,
  useMinute,
} from '../../ui/index.ts';
import { TextSetting, usePreferences } from '../settings/text-setting.tsx';
import {
  checkNumber,
  checkThreshold,
  immediateNote,
  parseThreshold,
  suggestThreshold,
  thresholdText,
} from './limit.ts';
import { messages } from './messages.ts';
import { QuietHoursSetting } from './quiet-hours.tsx';

const isAmount = (unit: RuleUnit | null) => unit === 'rate' || unit === 'money';

/** The figure that a rule would compare now, in its unit; null: unknown, or several. */
function useFigure(kind: AlertRule): number | null {
  const now = useMinute();
  return useApp((app) => {
    switch (kind) {
      case 'hourlyRate':
        return appTotals(app).ratePerHour;
      case 'spendToday':
        return costToday(app.measuredToday ?? app.costs.today, now);
      case 'monthForecast':
        return isThisMonth(app.costs.month, now) ? monthForecast(app.costs.month, now) : null;
      default:
        return null;
    }
  });
}

function RuleRow({ kind, past }: { readonly kind: AlertRule; readonly past: Past }) {
  const { preferences, refusal, change } = usePreferences();
  const { currency, hideAmounts } = preferences;
  const { isOn, limit } = preferences[kind];
  const figure = useFigure(kind);
  const { unit: ruleUnit } = ALERT_RULES[kind];
  const [before, after] = ruleMessages[kind].sentence;
  const set = (setting: RuleSetting) => change({ [kind]: setting } satisfies PreferencesChange);
  const isMoney = isAmount(ruleUnit);
  const text = ruleFigure(kind, figure ?? 0, currency);
  const current =
    figure === null || hideAmounts
      ? ruleMessages[kind].hint
      : messages.current(text, ruleMessages[kind].hint);
  const shown = limit === null ? '' : isMoney ? thresholdText(limit) : `${limit}`;
  const hint = (typed: string) => {
    const note = isMoney ? immediateNote(figure, parseThreshold(typed), preferences, text) : null;
    return (typed === shown ? null : note) ?? current;
  };
  const unit: Unit = { ...(isMoney && { before: currency }), after: isMoney ? after : ` ${after}` };
  return (
    <li>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          {isOn && ruleUnit !== null ? (
            <TextSetting
              check={isMoney ? checkThreshold : checkNumber}
              hint={hint}
              label={before}
              name={kind === 'hourlyRate' ? 'threshold' : kind}
              onChange={(typed) => set({ isOn: true, limit: parseThreshold(typed) })}
              unit={unit}
              value={shown}
            />
          ) : (
            <RuleText hint={current} kind={kind} />
          )}
          {kind === 'idle' && isOn && <IdlePercent />}
          <RuleNote kind={kind} past={past} />
        </div>
        <span className="flex h-8 items-center">
          <Switch
            isOn={isOn}
            label={messages.switchLabel(before)}
            onChange={(turnedOn) =>
              set({
                isOn: turnedOn,
                limit: limit ?? (turnedOn && isMoney ? suggestThreshold(figure ?? 0) : null),
              })
            }
          />
        </span>
      </div>
      <RefusalText refusal={refusal} />
    </li>
  );
}

/** The sentence of a rule without a field for its number. */
function RuleText({ kind, hint }: { readonly kind: AlertRule; readonly hint: string }) {
  const { currency, hideAmounts, ...settings } = useApp((app) => app.preferences);
  const { limit } = settings[kind];
  const isHidden = limit === null || (hideAmounts && isAmount(ALERT_RULES[kind].unit));
  const figure = isHidden ? '' : ` ${ruleFigure(kind, limit, currency)}`;
  return (
    <div className="py-1.5">
      <p className="font-medium">{`${ruleMessages[kind].sentence[0]}${figure}`}</p>
      <p className="text-quiet text-small">{hint}</p>
    </div>
  );
}

/** What the rule would have done if it was on, by the history, and an example of its notification. */
function RuleNote({ kind, past }: { readonly kind: AlertRule | StatusRule; readonly past: Past }) {
  const { times } = past.find(({ rule }) => rule === kind) ?? {};
  return (
    <p className="-mt-1.5 flex flex-wrap items-center gap-x-2 pb-1 text-quiet text-small">
      {times !== undefined && <span>{messages.lastDays(times)}</span>}
      <RequestButton label={messages.example} request={() => bridge.showExample({ rule: kind })} />
    </p>
  );
}

type Past = RequestOutput<'replayRules'>;

/** What the rules would have done. Empty: not read since they changed. */
function usePast(): Past {
  const preferences = useApp((app) => app.preferences);
  const settings = JSON.stringify(KINDS.map((kind) => preferences[kind]));
  const [past, setPast] = useState<{ readonly of: string; readonly times: Past }>();
  const read = useEffectEvent(async (of: string) => {
    const answer = await answerOf(bridge.replayRules());
    if (answer.ok) setPast({ of, times: answer.value });
  });
  useEffect(() => void read(settings), [settings]);
  return past?.of === settings ? past.times : [];
}

/** The load below which a VM is idle. */
function IdlePercent() {
  const { preferences, change } = usePreferences();
  return (
    <TextSetting
      check={(typed) => (/^[1-9]\d?$/.test(typed.trim()) ? null : messages.notAPercentage)}
      label={messages.idlePercent}
      name="idlePercent"
      onChange={(typed) => change({ idlePercent: Number(typed) })}
      unit={{ after: ' %' }}
      value={`${preferences.idlePercent}`}
    />
  );
}

const RULES = Object.keys(ALERT_RULES) as AlertRule[];
const STATUSES = Object.keys(STATUS_RULES) as StatusRule[];
const KINDS = [...RULES, ...STATUSES];

/** Every rule with its switch; each change applies at once. */
export function Rules() {
  const { preferences, refusal, change } = usePreferences();
  const isLinux = useApp(({ surroundings }) => surroundings.platform === 'linux');
  const past = usePast();
  const accounts = useApp((app) => app.accounts);
  const hasBalance = accounts.some(({ profile }) => profile?.balance !== undefined);
  const isShown = (kind: AlertRule) => {
    if (kind === 'accountRate') return accounts.length > 1;
    return hasBalance || (kind !== 'balanceLow' && kind !== 'balanceEnds');
  };
  return (
    <>
      <ul>
        {RULES.filter(isShown).map((kind) => (
          <RuleRow key={kind} kind={kind} past={past} />
        ))}
        {STATUSES.map((kind) => (
          <li key={kind}>
            <Toggle
              isOn={preferences[kind].isOn}
              label={messages.statuses[kind]}
              onChange={(isOn) => change({ [kind]: { isOn, limit: null } })}
            />
            <RuleNote kind={kind} past={past} />
          </li>
        ))}
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
        <li>
          <QuietHoursSetting />
        </li>
      </ul>
      <RefusalText refusal={refusal} />
    </>
  );
}
