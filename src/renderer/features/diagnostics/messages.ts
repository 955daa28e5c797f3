import type { Check, CheckState } from '../../../shared/diagnostics/check.ts';

export const STATE_LABELS: Readonly<Record<CheckState, string>> = {
  ok: 'OK',
  warning: 'Warning',
  failed: 'Failed',
  unknown: 'Not checked',
  notApplicable: 'Not applicable',
};

export const messages = {
  title: 'Diagnostics',
  checks: 'Checks',
  checking: 'Checking…',
  checkAgain: 'Check again',
  report: 'Bug report',
  reportHint: 'Versions and check results for a bug report. No names, amounts or keys.',
  copy: 'Copy diagnostics',
  copied: 'Copied',
  shapesHint: 'If VMs or amounts are missing: the response format, without values.',
  copyShapes: 'Copy response format',
} as const;

/** `2 failed, 1 warning`. */
export function summary(checks: readonly Check[]): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const failed = count('failed');
  const warnings = count('warning');
  const parts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(warnings === 0 ? [] : [warnings === 1 ? '1 warning' : `${warnings} warnings`]),
  ];
  return parts.length === 0 ? 'No problems found.' : `${parts.join(', ')}.`;
}
