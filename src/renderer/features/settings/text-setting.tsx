import { useState } from 'react';
import { Field } from '../../ui/index.ts';

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  readonly name: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'decimal' | 'numeric';
  readonly check: (text: string) => string | null;
  /** With text that the check has nothing against, and that is new. */
  readonly onChange: (text: string) => void;
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
  const commit = (typed: string) => {
    const found = check(typed);
    setProblem(found);
    if (found === null && typed.trim() !== value) onChange(typed.trim());
  };
  return <Field {...field} onChange={setText} onCommit={commit} problem={problem} value={text} />;
}
