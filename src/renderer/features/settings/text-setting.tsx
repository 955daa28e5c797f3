import { useRef, useState } from 'react';
import type { Preferences } from '../../../shared/app/index.ts';
import type { Answer, Refusal } from '../../../shared/ipc/index.ts';
import { answerOf, bridge } from '../../bridge.ts';
import { useApp } from '../../store.ts';
import { Field, useRequest } from '../../ui/index.ts';

/** `declined`: the user did not confirm the change in main's dialog. */
type ChangeOutcome = 'applied' | 'refused' | 'declined';

interface SettingChange {
  readonly refusal: Refusal | null;
  /** Main shows a dialog that has to be confirmed first. */
  readonly needsConfirmation: boolean;
  readonly send: (request: Promise<Answer<void>>) => Promise<ChangeOutcome>;
}

/** Sends changes of settings from one section of the screen. */
export function useSettingChange(): SettingChange {
  const { isBusy, refusal, ask } = useRequest<void>();
  const isAsking = useApp((app) => app.isAsking);
  const send = async (request: Promise<Answer<void>>): Promise<ChangeOutcome> => {
    void ask(request);
    const answer = await answerOf(request);
    if (answer.ok) return 'applied';
    return answer.refusal.kind === 'declined' ? 'declined' : 'refused';
  };
  return { refusal, needsConfirmation: isBusy && isAsking, send };
}

/** Changes preferences; the controls show what main then reports. */
export function usePreferenceChange() {
  const { send, ...state } = useSettingChange();
  const change = (preferences: { -readonly [Name in keyof Preferences]?: Preferences[Name] }) =>
    send(bridge.changePreferences(preferences));
  return { ...state, change };
}

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  readonly check: (text: string) => string | null;
  /** Called with valid, changed text. */
  readonly onChange: (text: string) => Promise<ChangeOutcome>;
}

/** A typed setting, applied on blur or Enter. The value that main then reports replaces the text; the focus stays. */
export function TextSetting({ value, check, onChange, ...field }: TextSettingProps) {
  const [seen, setSeen] = useState(value);
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  // Opening a dialog blurs the field: text that is pending or was declined is not sent again until it is edited.
  const sent = useRef<string | null>(null);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  const change = (typed: string) => {
    sent.current = null;
    setText(typed);
  };
  const commit = async (typed: string) => {
    const found = check(typed);
    setProblem(found);
    const next = typed.trim();
    if (found !== null || next === value || next === sent.current) return;
    sent.current = next;
    const outcome = await onChange(next);
    if (outcome !== 'declined' && sent.current === next) sent.current = null;
  };
  return (
    <Field
      {...field}
      onChange={change}
      onCommit={(typed) => void commit(typed)}
      problem={problem}
      value={text}
    />
  );
}
