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

/** A setting that is typed. It is taken when the field is left or Enter is pressed, and only if it is right. */
export function TextSetting({ value, check, onChange, ...field }: TextSettingProps) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Field
      {...field}
      defaultValue={value}
      onCommit={(text) => {
        const found = check(text);
        setProblem(found);
        if (found === null && text.trim() !== value) onChange(text.trim());
      }}
      problem={problem}
    />
  );
}
