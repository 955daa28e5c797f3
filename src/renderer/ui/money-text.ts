import { formatMoney } from '../../shared/format/index.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const scientific = new Intl.NumberFormat('en-US', {
  notation: 'scientific',
  maximumFractionDigits: 1,
});

/** From here on an amount is rounded rather than cut off, which would make it another number. */
const COMPACT_FROM = 100_000;
const NARROW_COMPACT_FROM = 10_000;
const SCIENTIFIC_FROM = 1e15;
const SCIENTIFIC_BELOW = 1e-5;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const inCents = (amount: number) => Math.round(amount * 100) / 100;

function absoluteText(amount: number, currency: string, compactFrom: number): string {
  const isExtreme = amount >= SCIENTIFIC_FROM || (amount > 0 && amount < SCIENTIFIC_BELOW);
  if (isExtreme) return `${currency}${scientific.format(amount)}`;
  if (inCents(amount) >= compactFrom) return `${currency}${compact.format(amount)}`;
  return formatMoney(amount, currency);
}

function signedText(amount: number | null, currency: string, compactFrom: number): string {
  if (amount === null || !Number.isFinite(amount)) return formatMoney(null);
  const sign = amount < 0 ? '\u2212' : '';
  return `${sign}${absoluteText(Math.abs(amount), currency, compactFrom)}`;
}

/**
 * An amount that fits its place whatever the service says: `$1.10`, `−$5.00`, `$1.2M`, `—`.
 * @param amount $, null or anything that is no number: unknown
 */
export function moneyText(amount: number | null, currency: string): string {
  return signedText(amount, currency, COMPACT_FROM);
}

/** The same for the column of a list: at most ten characters with a currency of one. @param amount $ */
export function narrowMoneyText(amount: number | null, currency: string): string {
  return signedText(amount, currency, NARROW_COMPACT_FROM);
}

/** An amount that is only estimated, `≈ $1,190`: without cents where they would pretend to be known. @param amount $ */
export function estimateText(amount: number | null, currency: string): string {
  const isLarge = amount !== null && Math.abs(amount) >= 100 && Math.abs(amount) < COMPACT_FROM;
  if (!isLarge)
    return amount === null ? moneyText(null, currency) : `≈ ${moneyText(amount, currency)}`;
  return `≈ ${amount < 0 ? '\u2212' : ''}${currency}${whole.format(Math.abs(amount))}`;
}
