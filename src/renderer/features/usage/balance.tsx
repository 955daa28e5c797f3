import { firstBalanceLabel } from '../../../shared/usage/index.ts';
import { useApp } from '../../store.ts';

export function Balance() {
  return useApp(firstBalanceLabel);
}
