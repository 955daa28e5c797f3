import { useState } from 'react';
import { exactMoney, formatMoney, UNKNOWN_AMOUNT } from '../../shared/format/index.ts';
import { HIDDEN_AMOUNT, useApp } from '../store.ts';

interface MoneyProps {
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  /** It may be more. */
  readonly isAtLeast?: boolean | undefined;
}

/** An amount, with its cents on hover; fades when it changes. Hidden amounts are dots, but unknown ones stay `—`. */
export function Money(props: MoneyProps) {
  const { amount, per } = props;
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const isHidden = hideAmounts && amount !== null;
  const text = isHidden ? HIDDEN_AMOUNT : formatMoney(amount, props.isAtLeast);
  const [first] = useState(text);
  const exact = isHidden ? 'Hidden' : exactMoney(amount);
  return (
    <span
      className={`whitespace-nowrap text-(--amount) ${text === first ? '' : 'fresh'}`}
      data-money=""
      key={text}
      title={text === exact || amount === null ? undefined : exact}
    >
      {text}
      {per !== undefined && text !== UNKNOWN_AMOUNT && (
        <span className="font-normal text-quiet">/{per}</span>
      )}
    </span>
  );
}
