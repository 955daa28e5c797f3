import { accountName } from '../../../shared/accounts/index.ts';
import { describeProblem } from '../../../shared/domain/problem-text.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { foundOffers } from '../../../shared/offers/offer-list.ts';
import { DEFAULT_DISK_GB, readAccounts } from '../../../shared/offers/offer-places.ts';
import { type ProviderClient, publicPlaces, readPlaces } from '../../providers/index.ts';
import type { ApplicationPorts, Part, PartPorts } from '../kernel/ports.ts';

interface CloudOffersPorts extends Pick<PartPorts, 'store'>, Pick<ApplicationPorts, 'network'> {
  readonly clients: () => ReadonlyMap<string, ProviderClient>;
}

type Report = RequestOutput<'readCloudOffers'>;

/** Offers that the panel gets, the cheapest ones. */
const MAX_OFFERS = 1_000;

/** Reads the offers of all accounts, and public ones, when the panel asks. */
export function startCloudOffers({ store, network, clients }: CloudOffersPorts) {
  let last: Report | null = null;
  return {
    requests: {
      lastCloudOffers: async () => last,
      async readCloudOffers(wish: RequestInput<'readCloudOffers'>): Promise<Report> {
        const { accounts } = store.get();
        const places = readAccounts(accounts).flatMap(({ id, provider }) => {
          const client = clients().get(id);
          const account = accountName(accounts, id);
          return client === undefined ? [] : [{ provider, account, open: async () => client }];
        });
        const any = { gpus: [], maxPrice: null, minVramGb: null, diskGb: DEFAULT_DISK_GB };
        const search = { ...any, ...wish };
        const all = [...places, ...publicPlaces(accounts, network)];
        const readings = await readPlaces(all, search);
        const offers = foundOffers(
          readings.flatMap((reading) => reading.offers ?? []),
          search,
        );
        last = {
          wish,
          at: network.clock.now(),
          offers: offers.slice(0, MAX_OFFERS),
          isComplete: offers.length <= MAX_OFFERS && readings.every(({ isComplete }) => isComplete),
          problems: readings.flatMap(({ place, problem }) => {
            if (problem === null) return [];
            const { message, action } = describeProblem(problem, {});
            return [{ ...place, message: `${message} ${action}` }];
          }),
        };
        return last;
      },
    },
  } satisfies Part;
}
