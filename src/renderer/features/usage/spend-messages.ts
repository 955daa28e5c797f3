/** Every text of the spend header. */
export const messages = {
  spending: 'Spending now ',
  limit: 'limit',
  overLimit: 'above the limit',
  running: (count: number) => `${count} running`,
  asOf: (time: string) => `as of ${time}`,
  today: 'Today',
  billed: 'Billed, and the hourly rate since. Show usage',
  measured: 'Measured, not yet billed. Show usage',
  forecast: 'Forecast',
  forecastHint: 'This month so far, and the hourly rate until its end',
  serviceTotals: (day: string, month: string) =>
    `. The service’s own totals: ${day} a day, ${month} a month`,
  period: 'last 24 h',
  sparkline: 'Hourly rate over the last 24 hours',
  gaps: (duration: string) => `, no data for ${duration}`,
  range: (lowest: string, highest: string) => `: from ${lowest} to ${highest} per hour`,
} as const;
