import { useState } from 'react';
import { Field } from '../../ui/index.ts';
import { type ChangeOutcome, useTypedText } from './use-setting-change.ts';

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  readonly check: (text: string) => string | null;
  /** With text that the check has nothing against, and that is new. */
  readonly onChange: (text: string) => Promise<ChangeOutcome>;
}

/**
 * A setting that is typed. It is taken when the field is left or Enter is pressed, and only if it is right. What main then
 * says replaces the text and nothing else: the focus stays.
 */
export function TextSetting({ value, check, onChange, ...field }: TextSettingProps) {
  const [seen, setSeen] = useState(value);
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  const { typed, send } = useTypedText(onChange);
  const change = (changed: string) => {
    typed();
    setText(changed);
  };
  const commit = (committed: string) => {
    const found = check(committed);
    setProblem(found);
    if (found === null && committed.trim() !== value) void send(committed.trim());
  };
  return <Field {...field} onChange={change} onCommit={commit} problem={problem} value={text} />;
}
