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

/** Why an amount is unknown, and what happens next. */
export const reasons = {
  notReceived: 'Not received yet.',
  noRate: 'The service reports no rate for this account. Checked with every update.',
  changing: 'Not billed yet. Checked with every update.',
  notListed: 'The service reports no cost for this VM. Checked with every update.',
  noTotal: 'The usage report has no total.',
  retryingAt: (time: string) => `Retrying at ${time}.`,
} as const;
