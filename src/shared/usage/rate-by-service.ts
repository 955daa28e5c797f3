import { hasSeveralProviders } from '../accounts/account-tags.ts';
import type { AppAccount } from '../accounts/accounts-slice.ts';
import { countedOnce, type LocatedState, shownRateOf } from '../domain/index.ts';
import { located } from './app-totals.ts';

interface ServiceRate {
  readonly service: string;
  /** $/h as shown; null: unknown. */
  readonly rate: number | null;
}

/** The rate of each provider, or of each host of one, where there are several providers; else none. */
export function rateByService(
  accounts: readonly (LocatedState & Pick<AppAccount, 'provider' | 'service'>)[],
): readonly ServiceRate[] {
  if (!hasSeveralProviders(accounts)) return [];
  return [...Map.groupBy(accounts, ({ service }) => service)].map(([service, own]) => ({
    service,
    rate: shownRateOf(countedOnce(own)),
  }));
}

export function appRateByService(app: Parameters<typeof located>[0]): readonly ServiceRate[] {
  return rateByService(located(app).map((one) => ({ ...one.account, ...one })));
}
