import { firstBalanceLabel } from '../../../shared/app/index.ts';
import { useApp } from '../../store.ts';

export function Balance() {
  return useApp(firstBalanceLabel);
}
