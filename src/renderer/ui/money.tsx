import { useState } from 'react';
import { formatMoney, fullCents } from '../../shared/format/index.ts';
import { useApp } from '../store.ts';
import { estimateText, HIDDEN_AMOUNT, moneyText, narrowMoneyText } from './money-text.ts';

interface MoneyProps {
  readonly amount: number | null;
  /** `h`: the amount is a rate. */
  readonly per?: 'h';
  readonly isEstimate?: boolean;
  /** It may be more. */
  readonly isAtLeast?: boolean;
  /** For a list: very small and large amounts are rounded, with the exact amount as title. */
  readonly isNarrow?: boolean;
  /** The reason why the amount is unknown, on hover and for screen readers. */
  readonly why?: string | null;
}

function textOf({ amount, isEstimate, isAtLeast, isNarrow }: MoneyProps): string {
  if (isAtLeast && amount !== null) return `≥ ${moneyText(fullCents(amount))}`;
  if (isEstimate) return estimateText(amount);
  return isNarrow ? narrowMoneyText(amount) : moneyText(amount);
}

/** An amount; fades when it changes. Hidden amounts are dots, but unknown ones stay `—`. */
export function Money(props: MoneyProps) {
  const { amount, per, why = null } = props;
  const { hideAmounts } = useApp(({ preferences }) => preferences);
  const isHidden = hideAmounts && amount !== null;
  const text = isHidden ? HIDDEN_AMOUNT : textOf(props);
  const [first] = useState(text);
  const exact = isHidden ? 'Hidden' : formatMoney(amount);
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
