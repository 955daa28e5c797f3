import { useState } from 'react';
import {
  exactMoney,
  formatMoney,
  HIDDEN_AMOUNT,
  UNKNOWN_AMOUNT,
} from '../../shared/format/index.ts';
import { useApp } from '../store.ts';

interface MoneyProps {
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  readonly isAtLeast?: boolean | undefined;
}

/** Hidden amounts are dots, but unknown ones stay `—`. */
export function useMoneyText(format = formatMoney): typeof formatMoney {
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  return (amount, isAtLeast) =>
    hideAmounts && amount !== null ? HIDDEN_AMOUNT : format(amount, isAtLeast);
}

/** An amount, with its cents on hover; fades when it changes. */
export function Money({ amount, per, isAtLeast }: MoneyProps) {
  const text = useMoneyText()(amount, isAtLeast);
  const [first] = useState(text);
  const exact = text === HIDDEN_AMOUNT ? 'Hidden' : exactMoney(amount);
  return (
    <span
      className={`whitespace-nowrap text-(--amount) ${text === first ? '' : 'fresh'}`}
      data-money=""
      key={text}
      title={text === exact || amount === null ? undefined : exact}
    >
      {text}
      {per !== undefined && text !== UNKNOWN_AMOUNT && (
        <span className="font-normal text-quiet">{`/${per}`}</span>
      )}
    </span>
  );
}
