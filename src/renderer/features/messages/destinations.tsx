import { useState } from 'react';
import {
  MESSAGE_TOPICS,
  type MessageDestination,
  type MessageTopic,
} from '../../../shared/messages/messages.ts';
import { bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import {
  Button,
  Check,
  RefusalText,
  RequestButton,
  ScreenSection,
  useRequest,
} from '../../ui/index.ts';
import { DestinationForm } from './destination-form.tsx';
import { messages } from './messages.ts';

function Delivery({ id }: Pick<MessageDestination, 'id'>) {
  const delivery = useApp((app) => app.deliveries[id]);
  if (delivery === undefined) return null;
  const { waiting, problem } = delivery;
  const text = [waiting > 0 ? messages.waiting(waiting) : '', problem ?? ''].join(' ').trim();
  return <p className={`text-small ${problem === null ? 'text-quiet' : 'text-amber'}`}>{text}</p>;
}

/** Sends a test message, and says what came back. */
function Test({ id }: Pick<MessageDestination, 'id'>) {
  const { isBusy, refusal, ask } = useRequest();
  const [said, setSaid] = useState<string | null>(null);
  const send = async () => {
    setSaid(null);
    const answer = await ask(bridge.testDestination({ id }));
    if (answer.ok) setSaid(answer.value.said);
  };
  return (
    <>
      <Button isBusy={isBusy} label={messages.test} onClick={() => void send()} tone="link" />
      <p className="order-last basis-full text-quiet text-small empty:hidden" role="status">
        {said}
      </p>
      <RefusalText isBelowRow refusal={refusal} />
    </>
  );
}

function Destination({ destination }: { readonly destination: MessageDestination }) {
  const { id, kind, host, topics } = destination;
  const { refusal, ask } = useRequest();
  const name = `${messages.kinds[kind]} · ${host}`;
  const change = (next: readonly MessageTopic[]) =>
    void ask(bridge.changeDestination({ id, topics: next }));
  return (
    <li className="py-1.5">
      <p className="one-line font-medium">{name}</p>
      <Delivery id={id} />
      <fieldset aria-label={messages.topicsOf(name)} className="flex flex-wrap gap-x-4 pt-1">
        {MESSAGE_TOPICS.map((topic) => (
          <Check
            isOn={topics.includes(topic)}
            key={topic}
            label={messages.topics[topic]}
            onChange={(isOn) =>
              change(MESSAGE_TOPICS.filter((one) => (one === topic ? isOn : topics.includes(one))))
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-x-3">
        <Test id={id} />
        <RequestButton label={messages.remove} request={() => bridge.removeDestination({ id })} />
        <RefusalText isBelowRow refusal={refusal} />
      </div>
    </li>
  );
}

export function Destinations() {
  const destinations = useApp((app) => app.destinations);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <ScreenSection title={messages.title}>
      <p className="text-quiet text-small">{messages.hint}</p>
      <ul className="grid gap-1">
        {destinations.map((destination) => (
          <Destination destination={destination} key={destination.id} />
        ))}
      </ul>
      {isAdding ? (
        <DestinationForm onEnd={() => setIsAdding(false)} />
      ) : (
        <div className="pt-2">
          <Button label={messages.add} onClick={() => setIsAdding(true)} tone="plain" />
        </div>
      )}
    </ScreenSection>
  );
}
