import { useRef, useState } from 'react';
import type { Answer } from '../../../shared/ipc/bridge.ts';
import type { Preferences, PreferencesChange } from '../../../shared/settings/preferences.ts';
import { bridge, useApp } from '../../store.ts';
import { Field, type FieldProps, Toggle, useRequest } from '../../ui/index.ts';

interface PreferenceToggleProps extends Pick<FieldProps, 'label' | 'hint'> {
  /** A preference that is on or off. */
  readonly name: {
    [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never;
  }[keyof Preferences];
}

export function PreferenceToggle({ name, ...texts }: PreferenceToggleProps) {
  const isOn = useApp(({ preferences }) => preferences[name]);
  const change = (wanted: boolean) =>
    bridge.changePreferences({ [name]: wanted } satisfies PreferencesChange);
  return <Toggle {...texts} isOn={isOn} onChange={(wanted, ask) => ask(change(wanted))} />;
}

interface TextSettingProps extends Pick<FieldProps, 'label' | 'unit' | 'placeholder'> {
  /** May depend on the text while it is typed. */
  readonly hint?: string | ((typed: string) => string | undefined);
  /** In its place while a change is sent, which may open a dialog. */
  readonly sendingHint?: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => Promise<Answer<void>>;
}

/** A typed setting, sent on blur or Enter, and checked by main. Then main's value replaces the text, unless the user typed on. */
export function TextSetting(props: TextSettingProps) {
  const { value, onChange, hint, sendingHint, ...named } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const { isBusy, refusal, ask, forget } = useRequest();
  // A dialog blurs the field: pending or declined text is not sent again until it is edited.
  const sent = useRef<string | null>(null);
  const text = draft ?? value;
  const change = (typed: string) => {
    sent.current = null;
    setDraft(typed);
    forget();
  };
  const commit = async (typed: string) => {
    if (draft === null) return;
    const showValue = () => setDraft((latest) => (latest === typed ? null : latest));
    const next = typed.trim();
    if (next === value) return showValue();
    if (next === sent.current) return;
    sent.current = next;
    const answer = await ask(onChange(next));
    if (answer.ok) return showValue();
    const isFinal = ['declined', 'invalid'].includes(answer.refusal.kind);
    if (!isFinal && sent.current === next) sent.current = null;
  };
  const field = {
    ...named,
    hint: (isBusy && sendingHint) || (typeof hint === 'function' ? hint(text) : hint),
    onChange: change,
    onCommit: (typed: string) => void commit(typed),
    problem: refusal && `${refusal.message} ${refusal.action}`,
    value: text,
  };
  return <Field {...field} />;
}
