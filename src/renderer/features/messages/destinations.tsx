import { useState } from 'react';
import { counted, joined } from '../../../shared/format/index.ts';
import {
  DEFAULT_TOPICS,
  MESSAGE_KINDS,
  MESSAGE_TOPICS,
  type MessageDestination,
  type MessageKind,
  type MessageTopic,
} from '../../../shared/messages/messages.ts';
import { bridge, useApp } from '../../store.ts';
import {
  Button,
  Check,
  Choice,
  Field,
  type FieldProps,
  RefusalText,
  RequestButton,
  ScreenSection,
  useRequest,
} from '../../ui/index.ts';

const KINDS: Readonly<Record<MessageKind, string>> = {
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  url: 'Any URL',
};

const TOPICS: Readonly<Record<MessageTopic, string>> = {
  money: 'Money',
  data: 'Missing data',
  vm: 'VM changes',
  autoStop: 'Auto-stops',
};

function Destination({ id, kind, host, topics }: MessageDestination) {
  const { waiting = 0, problem = null } = useApp((app) => app.deliveries[id]) ?? {};
  const { refusal, ask } = useRequest();
  const [isTested, setTested] = useState(false);
  const delivery = [waiting > 0 && `${counted(waiting, 'message')} waiting to be sent.`, problem];
  const name = `${KINDS[kind]} · ${host}`;
  const test = async () => {
    setTested(false);
    const answer = await bridge.testDestination({ id });
    setTested(answer.ok);
    return answer;
  };
  const change = (next: readonly MessageTopic[]) =>
    void ask(bridge.changeDestination({ id, topics: next }));
  return (
    <li className="py-1.5">
      <p className="one-line font-medium">{name}</p>
      <p className={`text-small empty:hidden ${problem === null ? 'text-quiet' : 'text-amber'}`}>
        {joined(delivery, ' ')}
      </p>
      <fieldset aria-label={`Messages to ${name}`} className="flex flex-wrap gap-x-4 pt-1">
        {MESSAGE_TOPICS.map((topic) => (
          <Check
            isOn={topics.includes(topic)}
            key={topic}
            label={TOPICS[topic]}
            onChange={(isOn) =>
              change(MESSAGE_TOPICS.filter((one) => (one === topic ? isOn : topics.includes(one))))
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-x-3">
        <RequestButton label="Send a test message" request={test} />
        <p className="order-last basis-full text-quiet text-small empty:hidden" role="status">
          {isTested && `Test sent to ${host}.`}
        </p>
        <RequestButton label="Remove" request={() => bridge.removeDestination({ id })} />
        <RefusalText refusal={refusal} />
      </div>
    </li>
  );
}

type FormField = FieldProps & { readonly name: string };

const WEBHOOK: readonly FormField[] = [{ name: 'url', label: 'Webhook URL', type: 'password' }];

const FIELDS: Readonly<Record<MessageKind, readonly FormField[]>> = {
  ntfy: [
    { name: 'url', label: 'Server', defaultValue: 'https://ntfy.sh' },
    { name: 'topic', label: 'Topic', type: 'password' },
    { name: 'token', label: 'Access token', hint: 'For a protected topic.', type: 'password' },
  ],
  slack: WEBHOOK,
  discord: WEBHOOK,
  url: [
    { name: 'url', label: 'URL', hint: 'Sends a JSON POST request.', type: 'password' },
    { name: 'headerName', label: 'Header', hint: 'Sent with each message, such as Authorization.' },
    { name: 'headerValue', label: 'Value of the header', type: 'password' },
  ],
};

/** The typed texts by name; without empty ones. */
function addressFrom(kind: MessageKind, form: FormData) {
  const texts = [...form].map(([name, text]) => [name, String(text).trim()] as const);
  return { kind, ...Object.fromEntries(texts.filter(([, text]) => text !== '')) };
}

/** @param onEnd it was added, or the user does not want to */
function DestinationForm({ onEnd }: { readonly onEnd: () => void }) {
  const [kind, setKind] = useState<MessageKind>('ntfy');
  const firstEmpty = FIELDS[kind].find(({ defaultValue }) => defaultValue === undefined);
  const { isBusy, refusal, ask } = useRequest();
  return (
    <form
      className="grid gap-2 rounded-md border border-edge p-3"
      onSubmit={async (event) => {
        event.preventDefault();
        const address = addressFrom(kind, new FormData(event.currentTarget));
        const answer = await ask(bridge.addDestination({ address, topics: [...DEFAULT_TOPICS] }));
        if (answer.ok) onEnd();
      }}
    >
      <Choice
        label="Service"
        onChange={setKind}
        options={MESSAGE_KINDS.map((value) => ({ value, label: KINDS[value] }))}
        value={kind}
      />
      {FIELDS[kind].map((field) => (
        <Field {...field} isFocusedFirst={field === firstEmpty} key={`${kind} ${field.name}`} />
      ))}
      <p className="text-quiet text-small">The address is kept in this computer’s keychain.</p>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} label="Add" tone="primary" type="submit" />
        <Button label="Cancel" onClick={onEnd} tone="plain" />
        <RefusalText refusal={refusal} />
      </div>
    </form>
  );
}

export function Destinations() {
  const destinations = useApp((app) => app.destinations);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <ScreenSection title="Also send to">
      <p className="text-quiet text-small">Every computer running GPU Tray sends its own copy.</p>
      <ul className="grid gap-1">
        {destinations.map((destination) => (
          <Destination {...destination} key={destination.id} />
        ))}
      </ul>
      {isAdding ? (
        <DestinationForm onEnd={() => setIsAdding(false)} />
      ) : (
        <div className="pt-2">
          <Button label="Add…" onClick={() => setIsAdding(true)} tone="plain" />
        </div>
      )}
    </ScreenSection>
  );
}
