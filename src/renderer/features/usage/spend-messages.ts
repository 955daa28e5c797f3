export const messages = {
  spending: 'Spending now ',
  limit: (amount: string) => `limit ${amount}`,
  overLimit: 'above the limit',
  running: (count: number) => `${count} running`,
  asOf: (time: string) => `as of ${time}`,
  today: 'Today',
  rateAtLeast: 'Some charges (such as storage) may be missing.',
  billed: 'Billed so far, plus the current rate. Show usage',
  measured: 'Some costs aren’t reported yet. Show usage',
  sparkline: (duration: string) => `Hourly rate over the last ${duration}`,
  range: (lowest: string, highest: string) => `: from ${lowest} to ${highest} per hour`,
} as const;
