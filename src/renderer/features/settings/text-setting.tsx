import { useRef, useState } from 'react';
import type { Answer } from '../../../shared/ipc/index.ts';
import type { PreferencesChange } from '../../../shared/settings/preferences.ts';
import { usePreferences } from '../../preferences.ts';
import { Field, RefusalText, Toggle, type Unit, UnitField } from '../../ui/index.ts';

interface PreferenceToggleProps {
  readonly name:
    | 'hideAmounts'
    | 'autostart'
    | 'checkForUpdates'
    | 'notifyReady'
    | 'remindOnLeaving';
  readonly label: string;
  readonly hint?: string;
}

export function PreferenceToggle({ name, ...texts }: PreferenceToggleProps) {
  const { preferences, refusal, change } = usePreferences();
  return (
    <div>
      <Toggle
        {...texts}
        isOn={preferences[name]}
        onChange={(isOn) => change({ [name]: isOn } satisfies PreferencesChange)}
      />
      <RefusalText refusal={refusal} />
    </div>
  );
}

interface TextSettingProps {
  readonly label: string;
  /** May depend on the text while it is typed. */
  readonly hint?: string | ((typed: string) => string | undefined);
  readonly unit?: Unit;
  readonly isWide?: boolean;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isFocusedFirst?: boolean;
  readonly check: (text: string) => string | null;
  /** Called with valid, changed text. */
  readonly onChange: (text: string) => Promise<Answer<void>>;
}

/** A typed setting, applied on blur or Enter. Then main's value replaces the text, unless the user typed on. */
export function TextSetting(props: TextSettingProps) {
  const { value, check, onChange, hint, unit = {}, isWide = false, ...named } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // A dialog blurs the field: pending or declined text is not sent again until it is edited.
  const sent = useRef<string | null>(null);
  const text = draft ?? value;
  const change = (typed: string) => {
    sent.current = null;
    setDraft(typed);
    setProblem(null);
  };
  const commit = async (typed: string) => {
    if (draft === null) return;
    const showValue = () => setDraft((latest) => (latest === typed ? null : latest));
    const next = typed.trim();
    if (next === value) return showValue();
    const found = check(typed);
    setProblem(found);
    if (found !== null || next === sent.current) return;
    sent.current = next;
    const answer = await onChange(next);
    const isDeclined = !answer.ok && answer.refusal.kind === 'declined';
    if (!isDeclined && sent.current === next) sent.current = null;
    if (answer.ok) showValue();
  };
  const field = {
    ...named,
    hint: typeof hint === 'function' ? hint(text) : hint,
    onChange: change,
    onCommit: (typed: string) => void commit(typed),
    problem,
    value: text,
  };
  return isWide ? <Field {...field} /> : <UnitField {...field} unit={unit} />;
}
