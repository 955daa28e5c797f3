import type { RequestInput } from '../../../shared/ipc/contract.ts';
import type { MessageDestination } from '../../../shared/messages/messages.ts';
import { type Message, messageOf } from '../../events/index.ts';
import {
  addressSchema,
  hostOf,
  type MessageAddress,
  openMessages,
  type PostFailure,
  post,
} from '../../messages/index.ts';
import { Secret } from '../../secret.ts';
import { computerName, type Settings } from '../../settings/index.ts';
import { tryJson } from '../../try-json.ts';
import { UserError } from '../../user-error.ts';
import type { Vault } from '../../vault/index.ts';
import type { startDelivery } from '../kernel/deliver.ts';
import type { Part, PartPorts, WatchOptions } from '../kernel/ports.ts';
import { refuse } from '../kernel/refusal-error.ts';

/** Enough for a family of phones and a team. */
const MAX_DESTINATIONS = 20;

interface MessagesPartPorts extends PartPorts {
  readonly queue: Awaited<ReturnType<typeof startDelivery>>['queue'];
}

/** The keychain's item with the address. */
const itemOf = (id: string) => `messages-${id}`;

const TEST: Omit<Message, 'id' | 'at'> = {
  topic: 'money',
  isOver: false,
  title: 'Test message',
  body: 'Alerts look like this.',
};

function requireAddress(typed: RequestInput<'addDestination'>['address']): MessageAddress {
  const { headerName: name, headerValue: value, ...others } = typed;
  const header = name === undefined ? {} : { header: { name, value } };
  const { data, error } = addressSchema.safeParse({ ...others, ...header });
  return (
    data ?? refuse('invalid', 'Not a valid address.', error?.issues[0]?.message ?? 'Check it.')
  );
}

/** The address of a destination in the credentials file, or why there is none. */
async function givenAddress(
  sendTo: NonNullable<WatchOptions['sendTo']>,
  id: string,
): Promise<MessageAddress | string> {
  try {
    const found = (await sendTo()).find(({ destination }) => destination.id === id);
    return found?.address ?? 'It is no longer in the credentials file.';
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** The address of a destination in the keychain, or why there is none. */
async function keptAddress(vault: Vault, id: string): Promise<MessageAddress | string> {
  const reading = await vault.read(itemOf(id), { expected: true, quiet: true });
  if (reading instanceof UserError)
    return 'The keychain with its address is locked or not available.';
  const { data } = addressSchema.safeParse(tryJson(reading?.reveal() ?? ''));
  return data ?? 'Its address is not in the keychain. Remove it, and add it again.';
}

/** Sends what is notified to the destinations too. The queue of a viewer stays empty. */
export async function startMessages(ports: MessagesPartPorts) {
  const { store, clock, network, settings, vault, newId, queue } = ports;
  const { sendTo = async () => [] } = ports.watch ?? {};
  const given = (await sendTo()).map(({ destination }) => destination);

  // A token of the file may have been replaced meanwhile.
  const addressOf = (id: string) =>
    given.some((one) => one.id === id) ? givenAddress(sendTo, id) : keptAddress(vault, id);

  async function send(id: string, together: readonly Message[]): Promise<PostFailure | null> {
    const address = await addressOf(id);
    if (typeof address === 'string') return { reason: address, retryAt: null };
    return post(address, together, computerName(), network);
  }

  const messages = openMessages({
    ...ports,
    send,
    wordsFor: (queued) => messageOf(queued, store.get(), clock.now()),
    onChange: (deliveries) => store.set({ deliveries }),
    onLate: (host, body) =>
      ports.show({
        title: `Messages to ${host} have failed for 10 min`,
        body,
        isError: true,
        destination: { kind: 'alerts' },
      }),
  });
  queue.onQueued(messages.wake);

  function show({ messageDestinations = [] }: Settings): void {
    const destinations = [...messageDestinations, ...given];
    store.set({ destinations });
    messages.setDestinations(destinations);
  }

  async function change(
    apply: (destinations: readonly MessageDestination[]) => readonly MessageDestination[],
  ): Promise<void> {
    show(
      await settings.update(({ messageDestinations = [], ...current }) => ({
        ...current,
        messageDestinations: [...apply(messageDestinations)],
      })),
    );
  }

  function require(id: string): MessageDestination {
    const found = store.get().destinations.find((one) => one.id === id);
    return found ?? refuse('notFound', 'It was removed.', 'Add it again.');
  }

  show(ports.loaded);
  return {
    requests: {
      async addDestination({ address: typed, topics }: RequestInput<'addDestination'>) {
        const address = requireAddress(typed);
        if (store.get().destinations.length >= MAX_DESTINATIONS)
          refuse('invalid', `There are ${MAX_DESTINATIONS} already.`, 'Remove one first.');
        const id = newId();
        const problem = await vault.write(itemOf(id), new Secret(JSON.stringify(address)));
        if (problem !== null) {
          await vault.remove(itemOf(id));
          throw problem;
        }
        const added = { id, kind: address.kind, host: hostOf(address), topics };
        await change((destinations) => [...destinations, added]);
        return { id };
      },
      async changeDestination({ id, ...changed }: RequestInput<'changeDestination'>) {
        require(id);
        await change((all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));
      },
      async removeDestination({ id }: RequestInput<'removeDestination'>) {
        const problem = await vault.remove(itemOf(id));
        if (problem !== null) throw problem;
        await change((all) => all.filter((one) => one.id !== id));
      },
      async testDestination({ id }: RequestInput<'testDestination'>) {
        require(id);
        const failure = await send(id, [{ ...TEST, id: newId(), at: clock.now() }]);
        if (failure !== null) refuse('notNow', failure.reason, '');
      },
    },
    settingsChanged: show,
    online(isOnline: boolean) {
      if (isOnline) messages.attemptNow();
    },
    resumed: messages.attemptNow,
    stop: messages.stop,
  } satisfies Part;
}
