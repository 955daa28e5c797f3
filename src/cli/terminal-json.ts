/** What JSON leaves as it is and a terminal or a reader's eye does not: C1 controls, separators, marks of direction. */
const RAW = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** JSON that does nothing to a terminal it is printed on: the same value to every parser, with such characters escaped. */
export function terminalJson(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replace(RAW, escaped);
}
