import type { ReactNode } from 'react';
import { limitFigure, ruleFigure, ruleMessages } from '../../../shared/alerts/alert-messages.ts';
import { figureNow } from '../../../shared/alerts/alert-now.ts';
import {
  ALERT_RULES,
  type AlertRule,
  groupOf,
  isAmountRule,
  type RuleGroup,
  type RuleSetting,
  type StatusRule,
} from '../../../shared/alerts/alert-rules.ts';
import { vmsOf } from '../../../shared/domain/account-state.ts';
import { typedAmount } from '../../../shared/format/index.ts';
import type { PreferencesChange } from '../../../shared/settings/preferences.ts';
import { usePreferences } from '../../preferences.ts';
import { bridge, useApp, useHiding } from '../../store.ts';
import {
  Check,
  RefusalText,
  RequestButton,
  ScreenSection,
  Switch,
  type Unit,
  useMinute,
} from '../../ui/index.ts';
import { NoBalance } from '../accounts/console.tsx';
import { Destinations } from '../messages/destinations.tsx';
import { PreferenceToggle, TextSetting } from '../settings/text-setting.tsx';
import { alertsAtOnce, isExceeded, suggestThreshold, thresholdText } from './limit.ts';

function RuleRow({ kind }: { readonly kind: AlertRule }) {
  const { preferences, refusal, change } = usePreferences();
  const hide = useHiding();
  const title = useRuleTitle(kind);
  const { isOn, limit } = preferences[kind];
  const now = useMinute();
  const app = useApp((all) => all);
  const { value: figure, isAtLeast = false } = figureNow(app, kind, null, now);
  const { unit: ruleUnit } = ALERT_RULES[kind];
  const { hint: usual, sentence } = ruleMessages[kind];
  const [before, after] = sentence;
  const changeTo = (setting: RuleSetting) => ({ [kind]: setting }) satisfies PreferencesChange;
  const isMoney = isAmountRule(kind);
  const text = ruleFigure(kind, figure ?? 0, isAtLeast);
  const current = figure === null ? usual : hide(`Now ${text}. ${usual ?? ''}`.trim());
  const shown = limit === null ? '' : isMoney ? thresholdText(limit) : `${limit}`;
  const hint = (typed: string) =>
    typed !== shown && isExceeded(figure, typed) ? hide(alertsAtOnce(text)) : current;
  const unit: Unit = { ...(isMoney && { before: '$' }), after: isMoney ? after : ` ${after}` };
  return (
    <li>
      <div className="flex items-start gap-3">
        <div className="min-w-0 grow">
          {isOn && ruleUnit !== null ? (
            <TextSetting
              hint={hint}
              label={before}
              name={kind === 'hourlyRate' ? 'threshold' : kind}
              onChange={(typed) =>
                bridge.changePreferences(
                  changeTo({ isOn: true, limit: typedAmount(typed) ?? Number.NaN }),
                )
              }
              unit={unit}
              value={shown}
            />
          ) : (
            <div className="py-1.5">
              <p className="font-medium">{title}</p>
              {current !== undefined && <p className="text-quiet text-small">{current}</p>}
            </div>
          )}
          {kind === 'idle' && isOn && (
            <TextSetting
              label="Idle: CPU and RAM below"
              name="idlePercent"
              onChange={(typed) => bridge.changePreferences({ idlePercent: Number(typed) })}
              unit={{ after: ' %' }}
              value={`${preferences.idlePercent}`}
            />
          )}
        </div>
        <span className="flex h-7 items-center">
          <Switch
            isOn={isOn}
            aria-label={`Alert: ${before.toLowerCase()}`}
            onChange={(turnedOn) =>
              void change(
                changeTo({
                  isOn: turnedOn,
                  limit: limit ?? (turnedOn && isMoney ? suggestThreshold(figure ?? 0) : null),
                }),
              )
            }
          />
        </span>
      </div>
      <RefusalText refusal={refusal} />
    </li>
  );
}

export function useRuleTitle(kind: AlertRule): string {
  const limit = useApp(({ preferences }) => preferences[kind].limit);
  const hide = useHiding();
  const [before] = ruleMessages[kind].sentence;
  return limit === null ? before : hide(`${before} ${limitFigure(kind, limit)}`);
}

const RULES = Object.keys(ALERT_RULES) as AlertRule[];

const STATUSES = [
  ['vmInterrupted', 'Interrupted'],
  ['vmFailed', 'Failed'],
  ['vmOffline', 'Offline'],
  ['vmRunning', 'Running'],
  ['vmStopped', 'Stopped'],
  ['vmGone', 'Gone'],
  ['vmAppeared', 'Launched'],
  ['vmUnknown', 'Unknown'],
] as const satisfies readonly (readonly [StatusRule, string])[];

const GROUPS = { money: 'Money', vms: 'VMs', data: 'Data and notifications' } as const;

function Group({ group, children }: { readonly group: RuleGroup; readonly children?: ReactNode }) {
  const { accounts, snapshots } = useApp((app) => app);
  const hasNoBalance = !accounts.some(({ can }) => can.includes('balance'));
  const firstVms = Object.values(snapshots).map((snapshot) => vmsOf(snapshot)[0]);
  const absent: Partial<Record<AlertRule, boolean>> = {
    accountRate: accounts.length < 2,
    balanceEnds: hasNoBalance,
    balanceLow: hasNoBalance,
    contractEnds: firstVms.every((vm) => vm?.contract === undefined),
    stuck: firstVms.every((vm) => vm?.operations === undefined),
  };
  // A capability that a provider lacks is said once.
  const ofProviders = new Map(accounts.map((account) => [account.provider, account]));
  return (
    <ScreenSection title={GROUPS[group]}>
      <ul className="grid gap-1">
        {RULES.filter((kind) => groupOf(kind) === group && !absent[kind]).map((kind) => (
          <RuleRow key={kind} kind={kind} />
        ))}
      </ul>
      {group === 'money' &&
        [...ofProviders.values()].map((account) => (
          <NoBalance account={account} key={account.id} />
        ))}
      {children}
    </ScreenSection>
  );
}

export function Rules() {
  const { preferences, refusal, change } = usePreferences();
  const isLinux = useApp(({ environment }) => environment.platform === 'linux');
  return (
    <>
      <Group group="money" />
      <Group group="vms">
        <fieldset className="py-1.5">
          <legend className="font-medium">VM changes made elsewhere</legend>
          <div className="flex flex-wrap gap-x-4 pt-1">
            {STATUSES.map(([kind, label]) => (
              <Check
                isOn={preferences[kind].isOn}
                key={kind}
                label={label}
                onChange={(isOn) =>
                  void change({ [kind]: { isOn, limit: null } } satisfies PreferencesChange)
                }
              />
            ))}
          </div>
          <RefusalText refusal={refusal} />
        </fieldset>
        <PreferenceToggle
          hint="When a new VM accepts SSH."
          label="SSH is ready"
          name="notifyReady"
        />
        <PreferenceToggle
          hint={
            isLinux
              ? 'Before sleep, shutdown and quit.'
              : 'Before sleep, log-off and quit, and after 5 minutes with a locked screen.'
          }
          label="Leaving while VMs are running"
          name="remindOnLeaving"
        />
      </Group>
      <Group group="data">
        <div className="pt-2">
          <RequestButton
            label="Send a test notification"
            request={() => bridge.testNotification()}
            tone="plain"
          />
        </div>
      </Group>
      <Destinations />
    </>
  );
}
