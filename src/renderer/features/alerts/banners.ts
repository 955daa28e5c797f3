import { type Alert, loudAlerts, minutesOf } from '../../../shared/alerts/alert.ts';
import { alertNow } from '../../../shared/alerts/alert-now.ts';
import { type AlertRule, groupOf } from '../../../shared/alerts/alert-rules.ts';
import { type Issue, type IssueStep, issuesOf } from '../../../shared/polling/issues.ts';
import type { AppState } from '../../../shared/state/index.ts';

export type NextStep =
  | IssueStep
  | { readonly kind: 'snooze'; readonly alert: Alert }
  | { readonly kind: 'setUpNames' };

/** With a `retryAt`, the strip shows a countdown instead of `action`. */
export interface Banner
  extends Pick<Issue, 'tone' | 'accountId' | 'message' | 'action' | 'retryAt'> {
  readonly kind: Issue['kind'] | 'alert' | 'shortNames';
  readonly key: string;
  /** `12 min`; null: less than a minute, or not shown. */
  readonly lasts: string | null;
  /** The most helpful first; the strip shows that one. */
  readonly steps: readonly NextStep[];
}

const PLAIN = { accountId: null, lasts: null, action: null, retryAt: null };

function issueBanner({ prefix, problem, short: _, ...issue }: Issue): Banner {
  // The countdown says it.
  const isAnnounced = problem !== null && 'retryAt' in problem && problem.retryAt !== null;
  return {
    ...issue,
    key: `${issue.kind}:${issue.accountId ?? ''}`,
    message: `${prefix}${issue.message}`,
    lasts: null,
    action: isAnnounced ? null : issue.action,
  };
}

const GROUPS = ['data', 'money', 'vms', 'other'] as const;

const about = (rule: AlertRule) => (rule === 'stoppedBilled' ? 'other' : groupOf(rule));

function alertBanner(app: AppState, alert: Alert, now: number): Banner {
  const { id, rule, openedAt } = alert;
  return {
    ...PLAIN,
    kind: 'alert',
    key: `alert:${id}`,
    tone: groupOf(rule) === 'vms' ? 'warning' : 'alarm',
    message: alertNow(app, alert, now),
    // The message of an alert about VMs contains a duration.
    lasts: about(rule) === 'vms' ? null : minutesOf(now - openedAt),
    steps: [{ kind: 'snooze', alert }],
  };
}

function shortNamesBanner({ ssh, preferences }: AppState, copied: string | null): Banner | null {
  if (copied === null || ssh.include === 'active' || preferences.offerShortNames !== 'atCopy')
    return null;
  return {
    ...PLAIN,
    kind: 'shortNames',
    key: 'shortNames',
    tone: 'quiet',
    message: `Shorter: ssh ${copied}`,
    steps: [{ kind: 'setUpNames' }],
  };
}

/** The list of VMs shows these. */
const IN_LIST: readonly Issue['kind'][] = ['list', 'billingOnly'];

/** In the order of their importance, the newest first within one. @param copiedAlias of the VM whose command was copied last; null: none was */
export function banners(
  app: AppState,
  now: number,
  dismissed: readonly Issue['kind'][],
  copiedAlias: string | null = null,
): readonly Banner[] {
  const issues = issuesOf(app, { retries: true })
    .filter(({ kind }) => !IN_LIST.includes(kind) && !dismissed.includes(kind))
    .map(issueBanner);
  const outages = issues.filter(({ tone }) => tone === 'alarm');
  // An outage says why there is no data. The newest first.
  const loud = loudAlerts(app.alerts, now)
    .filter(({ rule }) => outages.length === 0 || about(rule) !== 'data')
    .toSorted((a, b) => GROUPS.indexOf(about(a.rule)) - GROUPS.indexOf(about(b.rule)));
  const shortNames = shortNamesBanner(app, copiedAlias);
  return [
    ...outages,
    ...loud.map((alert) => alertBanner(app, alert, now)),
    ...(shortNames === null ? [] : [shortNames]),
    ...issues.filter(({ tone }) => tone !== 'alarm'),
  ];
}
