import type { StatusRule } from '../../../shared/app/index.ts';

/** Every text of the alerts screen, except those of the alerts. */
export const messages = {
  title: 'Alerts',
  open: (count: number) => (count === 0 ? 'Open' : `Open · ${count}`),
  openList: 'Open alerts',
  none: 'No open alerts.',
  wake: 'Wake',
  stop: 'Stop…',
  snoozedUntil: (time: string) => `snoozed until ${time}`,
  since: (time: string) => `since ${time}`,
  now: 'now',
  highest: 'highest:',
  rules: 'Rules',
  switchLabel: (rule: string) => `Alert: ${rule.toLowerCase()}`,
  current: (figure: string, hint: string) => `Now ${figure}. ${hint}`,
  idlePercent: 'Idle: CPU and RAM below',
  notAPercentage: 'Enter a percentage from 1 to 99.',
  notANumber: 'Enter a number, such as 24.',
  statuses: {
    vmInterrupted: 'A VM was interrupted',
    vmFailed: 'A VM has failed',
    vmOffline: 'A VM is offline',
    vmRunning: 'A VM is running',
    vmGone: 'A VM is gone',
  } satisfies Record<StatusRule, string>,
  quietHours: 'Quiet hours',
  quietHoursHint: 'Notifications wait for one summary at their end.',
  quietTimes: { from: 'From', to: 'To' },
  notATime: 'Enter a time, such as 22:00.',
  muted: 'muted',
  unmute: 'Unmute',
  mutedVms: 'Muted VMs',
  unknownVm: (id: string) => `VM ${id}`,
  above: (figure: string) => `You are at ${figure} now, so this alerts immediately.`,
  notAnAmount: 'Enter an amount per hour, such as 3.00.',
  ambiguousAmount: 'Write it as 3.50, or with commas between thousands as 1,250.00.',
  tooHigh: 'Enter at most 1,000,000.',
  aboveHidden: 'You are above this limit now, so this alerts immediately.',
  ready: 'SSH is ready',
  readyHint: 'When SSH answers on a VM that has just started.',
  leaving: 'You leave while VMs are billed',
  /** Electron reports no locked screen on Linux. */
  leavingHint: (isLinux: boolean) =>
    isLinux
      ? 'Before sleep, shutdown and quit.'
      : 'Before sleep, log-off and quit, and after 5 minutes with a locked screen.',
  earlier: 'Earlier',
  today: 'Today',
  yesterday: 'Yesterday',
  noneEarlier: 'What happens while GPU Tray runs is listed here.',
  other: 'Other messages',
} as const;
