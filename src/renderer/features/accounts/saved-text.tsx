import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import { Button, RefusalText, useRequest } from '../../ui/index.ts';

interface SavedTextProps {
  /** Shown until the user types. */
  readonly saved: string;
  readonly isSet: boolean;
  readonly words: { readonly save: string; readonly remove: string };
  /** Null removes the text. */
  readonly request: (text: string | null) => Promise<Answer<void>>;
  readonly children: (typed: { value: string; onChange: (text: string) => void }) => ReactNode;
}

/** A field whose text a button saves or removes. Refused text stays in it. */
export function SavedText({ saved, isSet, words, request, children }: SavedTextProps) {
  const { isBusy, refusal, ask } = useRequest();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? saved;
  const isChanged = text.trim() !== '' && text !== saved;
  const send = async (sent: string | null) => {
    if ((await ask(request(sent))).ok) setDraft(null);
  };
  return (
    <form
      className="grid gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) void send(text);
      }}
    >
      {children({ value: text, onChange: setDraft })}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {isChanged && <Button isBusy={isBusy} label={words.save} tone="primary" type="submit" />}
        {isSet && <Button isBusy={isBusy} label={words.remove} onClick={() => send(null)} />}
      </div>
      <RefusalText refusal={refusal} />
    </form>
  );
}
