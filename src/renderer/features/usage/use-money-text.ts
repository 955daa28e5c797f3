import { formatMoney } from '../../../shared/format/index.ts';
import { useApp } from '../../store.ts';
import { HIDDEN_AMOUNT } from '../../ui/money-text.ts';

/** Formats amounts to the cent in the user's currency; hidden ones are dots, but unknown ones stay `—`. */
export function useMoneyText(): (amount: number | null) => string {
  const { currency, hideAmounts } = useApp(({ preferences }) => preferences);
  return (amount) =>
    hideAmounts && amount !== null ? HIDDEN_AMOUNT : formatMoney(amount, currency);
}
