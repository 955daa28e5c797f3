import { formatMoney } from '../../shared/format/index.ts';

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
    const text = isHidden ? HIDDEN_AMOUNT : formatMoney(rate);
    return [...text].reduce((width, character) => width + digits(character), 0);
  });
  return Math.max(0, ...widths);
}
