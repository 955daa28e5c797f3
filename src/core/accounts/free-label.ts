/** The label, with the first free number behind it where others bear it already: two accounts need two names. */
export function freeLabel(wanted: string, others: readonly string[]): string {
  const taken = new Set(others);
  let label = wanted;
  for (let number = 2; taken.has(label); number += 1) label = `${wanted} (${number})`;
  return label;
}
