import { useState } from 'react';
import { formatMoney } from '../../shared/format/index.ts';
import { useApp } from '../store.ts';
import { estimateText, moneyText, narrowMoneyText } from './money-text.ts';

interface MoneyProps {
  /** $; null: unknown. */
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  /** Only about right, as a forecast is. */
  readonly isEstimate?: boolean;
  /** In the column of a list, where large amounts are rounded earlier; the whole one is its title. */
  readonly isNarrow?: boolean;
}

function textOf({ amount, isEstimate, isNarrow }: MoneyProps, currency: string): string {
  if (isEstimate) return estimateText(amount, currency);
  return isNarrow ? narrowMoneyText(amount, currency) : moneyText(amount, currency);
}

/**
 * An amount in the user's currency, softly replaced when it changes, and dots while amounts are hidden: an unknown one hides
 * nothing, and dots in its place would look like one that is known.
 */
export function Money(props: MoneyProps) {
  const { amount, per } = props;
  const currency = useApp(({ preferences }) => preferences.currency);
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts) && amount !== null;
  const text = isHidden ? '••••' : textOf(props, currency);
  const [first] = useState(text);
  const exact = isHidden ? 'Hidden' : formatMoney(amount, currency);
  return (
    <span
      className="whitespace-nowrap text-ink"
      data-money=""
      title={text === exact ? undefined : exact}
    >
      <span className={text === first ? undefined : 'fresh'} key={text}>
        {text}
      </span>
      {per !== undefined && amount !== null && (
        <span className="font-normal text-quiet">/{per}</span>
      )}
    </span>
  );
}
