import { describeProblem } from '../../../shared/domain/problem-text.ts';
import type { RequestInput, RequestOutput } from '../../../shared/ipc/contract.ts';
import { type OpenPlace, publicPlaces, readOffers } from '../../providers/index.ts';
import type { ApplicationPorts, Part, PartPorts } from '../kernel/ports.ts';

interface Ports extends Pick<PartPorts, 'store'>, Pick<ApplicationPorts, 'network'> {
  /** Those of all accounts, as they are when they are read. */
  readonly places: () => readonly OpenPlace[];
}

type Report = RequestOutput<'readCloudOffers'>;

/** Offers that the panel gets, the cheapest ones. */
const MAX_OFFERS = 1_000;

/** Reads the offers of all accounts, and public ones, when the panel asks. */
export function startCloudOffers({ store, network, places }: Ports) {
  return {
    requests: {
      async readCloudOffers(filter: RequestInput<'readCloudOffers'>): Promise<Report> {
        const { provider } = filter;
        const all = [...places(), ...publicPlaces(store.get().accounts, network)];
        const wanted = all.filter((place) => [null, place.provider].includes(provider));
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
