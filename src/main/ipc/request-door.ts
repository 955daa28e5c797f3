import type { Log } from '../../core/log.ts';
import { contract } from '../../shared/ipc/contract.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../shared/ipc/index.ts';
import { type Answering, answering, type Entry } from './answering.ts';

/** How each request is done. Rejects with an error that `refusalOf` knows, or by a defect. */
export type PanelRequests = {
  readonly [Name in RequestName]: (input: RequestInput<Name>) => Promise<RequestOutput<Name>>;
};

/** The contract once more, in a form in which a name leads to the types that belong to it. */
const entries: {
  readonly [Name in RequestName]: Entry<RequestInput<Name>, RequestOutput<Name>>;
} = contract;

function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(entries, name);
}

/** Every request there is: the contract's own list, so that none can be forgotten here. */
export const REQUEST_NAMES: readonly RequestName[] = Object.keys(entries).filter(isRequestName);

/** The way in for one request. Its handler, input and output belong to its name, or it does not compile. */
export function requestDoor<Name extends RequestName>(
  name: Name,
  requests: PanelRequests,
  log: Log,
): Answering {
  return answering(name, entries[name], requests[name], log);
}
