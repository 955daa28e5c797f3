/** Every text of the spend header. */
export const messages = {
  spending: 'Spending now ',
  limit: 'limit',
  overLimit: 'above the limit',
  running: (count: number) => `${count} running`,
  asOf: (time: string) => `as of ${time}`,
  today: 'Today',
  billed: 'Billed, and the hourly rate since. Show usage',
  measured: 'Some is not in a report yet. Show usage',
  sparkline: (duration: string) => `Hourly rate over the last ${duration}`,
  gaps: (duration: string) => `, no data for ${duration}`,
  range: (lowest: string, highest: string) => `: from ${lowest} to ${highest} per hour`,
} as const;
