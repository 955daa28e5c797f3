import { formatMoney, formatNumber } from '../../shared/format/index.ts';

/** Loading `Intl` takes 15 ms, which the usual amounts do not need. */
function rounded(amount: number, notation: 'compact' | 'scientific'): string {
  return amount.toLocaleString('en-US', { notation, maximumFractionDigits: 1 });
}

/** $ from which an amount is rounded; truncation would show a wrong number. */
const COMPACT_FROM = 100_000;
const NARROW_COMPACT_FROM = 10_000;
const SCIENTIFIC_FROM = 1e15;

export const hundredths = (amount: number) => Math.round(amount * 100) / 100;

function amountText(amount: number | null, compactFrom: number): string {
  const size = Math.abs(amount ?? 0);
  if (!Number.isFinite(size) || hundredths(size) < compactFrom) return formatMoney(amount);
  const sign = size === amount ? '' : '\u2212';
  return `${sign}$${rounded(size, size < SCIENTIFIC_FROM ? 'compact' : 'scientific')}`;
}

/** At most 16 characters: `$1.10`, `−$5.00`, `$1.2M`, `—`. @param amount $; null or not finite: unknown */
export function moneyText(amount: number | null): string {
  return amountText(amount, COMPACT_FROM);
}

/** At most 10 characters, for a list: `< $0.001` for less than that. @param amount $ */
export function narrowMoneyText(amount: number | null): string {
  const isTiny = amount !== null && amount !== 0 && Math.abs(amount) < 0.001;
  return isTiny ? `< $0.001` : amountText(amount, NARROW_COMPACT_FROM);
}

/** Shown in place of a hidden amount. */
export const HIDDEN_AMOUNT = '••••';

const digits = (character: string) => {
  if (/[.,/ ]/.test(character)) return 0.5;
  return character.toLowerCase() === character.toUpperCase() ? 1 : 1.25;
};

/** The width that a list column of rates without their unit needs, in digits (`ch`). @param rates $/h */
export function figuresWidth(rates: readonly (number | null)[], isHidden: boolean): number {
  const widths = rates.map((rate) => {
    if (rate === null) return 1;
    const text = isHidden ? HIDDEN_AMOUNT : narrowMoneyText(rate);
    return [...text].reduce((width, character) => width + digits(character), 0);
  });
  return Math.max(0, ...widths);
}

/** An estimate: `≈ $1,190`, without cents from $100. @param amount $ */
export function estimateText(amount: number | null): string {
  const isLarge = amount !== null && Math.abs(amount) >= 100 && Math.abs(amount) < COMPACT_FROM;
  if (!isLarge) return amount === null ? moneyText(null) : `≈ ${moneyText(amount)}`;
  return `≈ ${amount < 0 ? '\u2212' : ''}$${formatNumber(Math.abs(amount), 0)}`;
}
