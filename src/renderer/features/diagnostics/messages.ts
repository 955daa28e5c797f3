import type { Check, CheckState } from '../../../shared/diagnostics/check.ts';

export const STATE_LABELS: Readonly<Record<CheckState, string>> = {
  ok: 'OK',
  warning: 'Warning',
  failed: 'Failed',
  unknown: 'Not checked',
  notApplicable: 'Not applicable',
};

/** Every text of the diagnostics screen besides the checks, which are worded for the command line too. */
export const messages = {
  title: 'Diagnostics',
  checks: 'Checks',
  checking: 'Checking…',
  checkAgain: 'Check again',
  report: 'Bug report',
  reportHint:
    'States and versions, without names, addresses, amounts or credentials. Paste them into a bug report.',
  copy: 'Copy diagnostics',
  copied: 'Copied',
  shapesHint:
    'If VMs or amounts are missing: names and types of the fields that your providers answer now, without values.',
  copyShapes: 'Copy answer formats',
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
