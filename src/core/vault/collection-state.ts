import type { KeychainState } from '../../shared/accounts/index.ts';
import type { RunProgram } from '../run-with-timeout.ts';
import { type BusCall, callBus, texts } from '../session-bus.ts';
import { SERVICE_NAME } from './keytar-protocol.ts';

/** The keyring of an item, or the default one. `missing`: no service or keyring; `unknown`: no tool to ask. */
export type CollectionState = Exclude<KeychainState, 'waiting'> | 'unknown';

/** Returns the state of the default keyring, or of the one that holds `item`. Opens no prompt and never rejects. */
export type AskCollectionState = (item?: string) => Promise<CollectionState>;

// Keychains report failures as text only: of D-Bus, GLib, the Secret Service and macOS, in English because of LC_ALL=C.
const NO_SERVICE =
  /org\.freedesktop\.secrets was not provided|cannot autolaunch|unable to autolaunch|failed to (?:open connection|connect) to|could not connect|error connecting|ServiceUnknown|dbus-launch|failed to load keytar|cannot find (?:package|module)|cannot open shared object/i;
const NO_COLLECTION = /object does not exist|no such (?:object|interface)|UnknownObject/i;
const LOCKED = /locked collection|(?:is|was) locked|IsLocked|user interaction is not allowed/i;
const SILENT = /timeout was reached|timed out|did not receive a reply/i;

/** The state that a failure's text reports; `undefined` for an unknown text. */
export function stateOfFailure(text: string): 'missing' | 'locked' | 'notAnswering' | undefined {
  if (NO_SERVICE.test(text) || NO_COLLECTION.test(text)) return 'missing';
  if (LOCKED.test(text)) return 'locked';
  return SILENT.test(text) ? 'notAnswering' : undefined;
}

const ROOT = '/org/freedesktop/secrets';
const SERVICE = 'org.freedesktop.Secret.Service';

// The tools print `array [ object path "/x" ]` and `{"type":"aoao","data":[["/x"],[]]}`: read is what both have in common.

function readSearch(result: string): { open: number; locked: number } | undefined {
  const [open, locked] = [...result.matchAll(/\[([^[\]]*)\]/g)].map(
    ([, paths = '']) => paths.match(/\/org\//g)?.length ?? 0,
  );
  return open === undefined || locked === undefined ? undefined : { open, locked };
}

/** Item names that need no quoting in these tools. Other items are not searched for. */
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

type Outcome = { readonly result: string } | { readonly state: CollectionState };

/** Asks the Secret Service. None of these calls opens a prompt or reads a secret. */
async function ask(run: RunProgram, call: Omit<BusCall, 'destination'>): Promise<Outcome> {
  const outcome = await callBus(run, { destination: 'org.freedesktop.secrets', ...call });
  if (outcome.state === 'done') return { result: outcome.stdout };
  if (outcome.state === 'late') return { state: 'notAnswering' };
  const state = outcome.state === 'failed' ? stateOfFailure(outcome.stderr) : undefined;
  return { state: state ?? 'unknown' };
}

async function stateOfItem(run: RunProgram, item: string): Promise<CollectionState | null> {
  const search = await ask(run, {
    path: ROOT,
    method: `${SERVICE}.SearchItems`,
    input: {
      dbusSend: [`dict:string:string:service,${SERVICE_NAME},account,${item}`],
      busctl: ['a{ss}', '2', 'service', SERVICE_NAME, 'account', item],
    },
  });
  if ('state' in search) return search.state;
  const items = readSearch(search.result);
  if (items && items.locked > 0) return 'locked';
  return items && items.open > 0 ? 'available' : null;
}

async function stateOfDefault(run: RunProgram): Promise<CollectionState> {
  const method = `${SERVICE}.ReadAlias`;
  const alias = await ask(run, { path: ROOT, method, input: texts('default') });
  if ('state' in alias) return alias.state;
  const collection = /"(\/[A-Za-z0-9_/]*)"/.exec(alias.result)?.[1];
  if (collection === '/') return 'missing';
  if (collection === undefined) return 'unknown';
  const property = await ask(run, {
    path: collection,
    method: 'org.freedesktop.DBus.Properties.Get',
    input: texts('org.freedesktop.Secret.Collection', 'Locked'),
  });
  if ('state' in property) return property.state;
  const locked = /\b(true|false)\b/.exec(property.result)?.[1];
  if (locked === undefined) return 'unknown';
  return locked === 'true' ? 'locked' : 'available';
}

/** Asks the Secret Service, since keytar returns `null` for locked, too. An item may be in a locked keyring beside an unlocked default. */
export function secretServiceState(run: RunProgram): AskCollectionState {
  return async (item) => {
    const isSearched = item !== undefined && PLAIN_NAME.test(item);
    return (isSearched ? await stateOfItem(run, item) : null) ?? stateOfDefault(run);
  };
}
