import { useShallow } from 'zustand/react/shallow';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import { useApp } from '../../store.ts';

/** The accounts whose provider can launch VMs. */
export function useLaunchAccounts(): readonly AppAccount[] {
  return useApp(useShallow(({ accounts }) => accounts.filter(({ can }) => can.includes('launch'))));
}
