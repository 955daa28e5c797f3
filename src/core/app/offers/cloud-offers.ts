import { describeProblem } from '../../../shared/domain/problem-text.ts';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import { publicPlaces, readOffers } from '../../providers/index.ts';
import type { Part } from '../kernel/ports.ts';
import type { OfferPorts } from './price-watches.ts';

/** Offers that the panel gets, the cheapest ones. */
const MAX_OFFERS = 1_000;

/** Reads the offers of all accounts, and public ones, when the panel asks. */
export function startCloudOffers({ store, network, places }: OfferPorts) {
  return {
    requests: {
      async readCloudOffers(filter: RequestInput<'readCloudOffers'>) {
        const all = [...places(), ...publicPlaces(store.get().accounts, network)];
        const wanted = all.filter(({ provider }) => [null, provider].includes(filter.provider));
        const { offers, isComplete, problems } = await readOffers(wanted, filter);
        return {
          filter,
          at: network.clock.now(),
          offers: offers.slice(0, MAX_OFFERS),
          isComplete: isComplete && offers.length <= MAX_OFFERS,
          problems: problems.map(({ place, problem }) => {
            const { message, action } = describeProblem(problem, {});
            return { ...place, message: `${message} ${action}` };
          }),
        };
      },
    },
  } satisfies Part;
}
