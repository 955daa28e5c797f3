/** Every text of the alerts screen. */
export const messages = {
  title: 'Alerts',
  open: 'Open alerts',
  none: 'No open alerts',
  hint: 'Alerts appear here when the hourly rate exceeds your limit.',
  noLimit: 'No hourly rate limit is set.',
  setLimit: 'Set a limit',
  changeLimit: 'Change the limit',
  allAccounts: 'All accounts',
  snoozedUntil: (time: string) => `snoozed until ${time}`,
  other: 'Other messages',
  above: (rate: string) => `You are at ${rate} now, so this alerts immediately.`,
  aboveHidden: 'You are above this limit now, so this alerts immediately.',
} as const;
