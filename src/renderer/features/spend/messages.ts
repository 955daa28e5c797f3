/** Every text of the spend header. */
export const messages = {
  spending: 'Spending now ',
  limit: 'limit',
  overLimit: 'above the limit',
  running: (count: number) => `${count} running`,
  asOf: (time: string) => `as of ${time}`,
  today: 'Today',
  usage: 'Show usage',
  measured: 'Measured, not yet billed',
  forecast: 'Forecast',
  forecastHint: 'For the whole month, if the current hourly rate stays',
  period: 'last 24 h',
  sparkline: 'Hourly rate over the last 24 hours',
  range: (lowest: string, highest: string) => `: from ${lowest} to ${highest} per hour`,
} as const;
