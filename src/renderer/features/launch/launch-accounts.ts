import type { AppAccount } from '../../../shared/accounts/index.ts';
import { useAppFields } from '../../app-fields.ts';

export function useLaunchAccounts(): readonly AppAccount[] {
  return useAppFields(({ accounts }) => accounts.filter(({ can }) => can.includes('launch')));
}
