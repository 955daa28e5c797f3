import { useState } from 'react';
import { formatMoney } from '../../shared/format/index.ts';
import { useApp } from '../store.ts';
import { estimateText, moneyText } from './money-text.ts';

interface MoneyProps {
  /** $; null: unknown. */
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  /** Only about right, as a forecast is. */
  readonly isEstimate?: boolean;
}

/** An amount in the user's currency, softly replaced when it changes, and dots while amounts are hidden. */
export function Money({ amount, per, isEstimate = false }: MoneyProps) {
  const currency = useApp(({ preferences }) => preferences.currency);
  const isHidden = useApp(({ preferences }) => preferences.hideAmounts);
  const text = isHidden ? '••••' : (isEstimate ? estimateText : moneyText)(amount, currency);
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
