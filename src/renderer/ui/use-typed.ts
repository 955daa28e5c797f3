import { useState } from 'react';

/** The text of a field that is checked on submit. @param initial until the user types @param check null: valid */
export function useTyped(initial: string, check: (text: string) => string | null) {
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = typed ?? initial;
  const onChange = (next: string) => {
    setTyped(next);
    setProblem(null);
  };
  const isValid = () => {
    const found = check(text);
    setProblem(found);
    return found === null;
  };
  return { text, isValid, field: { onChange, problem, value: text } };
}
