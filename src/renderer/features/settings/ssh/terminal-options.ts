import type { FoundProgram } from '../../../../shared/app/index.ts';

interface TerminalOption {
  readonly value: string;
  readonly words: string;
}

/** What a terminal can be chosen from. @param chosen kept, also where it is not found any more */
export function terminalOptions(
  found: readonly FoundProgram[],
  chosen: string,
): readonly TerminalOption[] {
  const [first] = found;
  const options = [
    { value: 'auto', words: `Automatic (${first?.name ?? 'none found'})` },
    ...found.map(({ id, name }) => ({ value: id, words: name })),
    { value: 'own', words: 'Own command' },
  ];
  const isThere = options.some(({ value }) => value === chosen);
  return isThere ? options : [...options, { value: chosen, words: `${chosen} (not found)` }];
}
