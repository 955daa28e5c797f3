import { useState } from 'react';
import type { RequestInput } from '../../../shared/ipc/contract.ts';
import {
  DEFAULT_TOPICS,
  MESSAGE_KINDS,
  type MessageKind,
} from '../../../shared/messages/messages.ts';
import { bridge } from '../../bridge.ts';
import { Button, Choice, Field, RefusalText, useRequest } from '../../ui/index.ts';
import { messages, NTFY } from './messages.ts';

function addressFrom(kind: MessageKind, form: FormData): RequestInput<'addDestination'>['address'] {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const url = text('url');
  switch (kind) {
    case 'ntfy':
      return { kind, url, topic: text('topic'), token: text('token') || null };
    case 'slack':
    case 'discord':
      return { kind, url };
    case 'url': {
      const header = { name: text('headerName'), value: text('headerValue') };
      return { kind, url, header: header.name === '' ? null : header };
    }
  }
}

function Fields({ kind }: { readonly kind: MessageKind }) {
  switch (kind) {
    case 'ntfy':
      return (
        <>
          <Field defaultValue={NTFY} label={messages.server} name="url" />
          <Field isFocusedFirst label={messages.topic} name="topic" type="password" />
          <Field hint={messages.tokenHint} label={messages.token} name="token" type="password" />
        </>
      );
    case 'slack':
    case 'discord':
      return <Field isFocusedFirst label={messages.webhook} name="url" type="password" />;
    case 'url':
      return (
        <>
          <Field
            hint={messages.urlHint}
            isFocusedFirst
            label={messages.url}
            name="url"
            type="password"
          />
          <Field hint={messages.headerHint} label={messages.headerName} name="headerName" />
          <Field label={messages.headerValue} name="headerValue" type="password" />
        </>
      );
  }
}

/** @param onEnd it was added, or the user does not want to */
export function DestinationForm({ onEnd }: { readonly onEnd: () => void }) {
  const [kind, setKind] = useState<MessageKind>('ntfy');
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
        label={messages.kind}
        onChange={setKind}
        options={MESSAGE_KINDS.map((value) => ({ value, label: messages.kinds[value] }))}
        value={kind}
      />
      <Fields key={kind} kind={kind} />
      <p className="text-quiet text-small">{messages.kept}</p>
      <div className="flex flex-wrap gap-3">
        <Button isBusy={isBusy} label={messages.save} tone="primary" type="submit" />
        <Button label={messages.cancel} onClick={onEnd} tone="plain" />
        <RefusalText refusal={refusal} />
      </div>
    </form>
  );
}
