import { useState } from 'react';
import { exactMoney, formatMoney } from '../../shared/format/index.ts';
import { useApp } from '../store.ts';
import { HIDDEN_AMOUNT } from './money-text.ts';

interface MoneyProps {
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  /** It may be more. */
  readonly isAtLeast?: boolean | undefined;
  /** The reason why the amount is unknown, on hover and for screen readers. */
  readonly why?: string | null;
}

/** An amount, with its cents on hover; fades when it changes. Hidden amounts are dots, but unknown ones stay `—`. */
export function Money(props: MoneyProps) {
  const { amount, per, why = null } = props;
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const isHidden = hideAmounts && amount !== null;
  const text = isHidden ? HIDDEN_AMOUNT : formatMoney(amount, props.isAtLeast);
  const [first] = useState(text);
  const exact = isHidden ? 'Hidden' : exactMoney(amount);
  const hint = amount === null ? why : text === exact ? null : exact;
  return (
    <>
      <span
        className={`whitespace-nowrap text-(--amount) ${text === first ? '' : 'fresh'}`}
        data-money=""
        key={text}
        title={hint ?? undefined}
      >
        {text}
        {per !== undefined && amount !== null && (
          <span className="font-normal text-quiet">/{per}</span>
        )}
      </span>
      {amount === null && why !== null && <span className="sr-only"> {why}</span>}
    </>
  );
}
