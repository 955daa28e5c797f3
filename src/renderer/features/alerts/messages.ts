/** Every text of the alerts screen. */
export const messages = {
  title: 'Alerts',
  open: (count: number) => (count === 0 ? 'Open' : `Open · ${count}`),
  openList: 'Open alerts',
  none: 'No open alerts.',
  wake: 'Wake',
  snoozedUntil: (time: string) => `snoozed until ${time}`,
  since: (time: string) => `since ${time}`,
  now: 'now',
  highest: 'highest:',
  rules: 'Rules',
  hourlyRate: 'Hourly rate above',
  hourlyRateSwitch: 'Alert on the hourly rate',
  ratePerHour: '/h',
  rateNow: (rate: string) => `Now ${rate}, all accounts together.`,
  allAccounts: 'All accounts together.',
  above: (rate: string) => `You are at ${rate} now, so this alerts immediately.`,
  notAnAmount: 'Enter an amount per hour, such as 3.00.',
  ambiguousAmount: 'Write it as 3.50, or with commas between thousands as 1,250.00.',
  tooHigh: 'Enter at most 1,000,000.',
  aboveHidden: 'You are above this limit now, so this alerts immediately.',
  statusChanges: 'A VM changes',
  statusChangesHint: 'Interrupted, failed, offline, running, gone.',
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
