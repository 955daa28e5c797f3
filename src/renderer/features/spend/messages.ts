/** Every text of the spend header. */
export const messages = {
  spending: 'Spending now ',
  unknownRate: 'The rate of at least one account is unknown',
  today: 'today',
  forecast: 'forecast',
  forecastHint: 'At the current hourly rate',
  noHistory: 'No history yet',
  period: '24 h',
  sparkline: 'Hourly rate over the last 24 hours',
  range: (lowest: string, highest: string) => `: from ${lowest} to ${highest} per hour`,
} as const;
