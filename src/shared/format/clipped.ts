const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters of a text as people count them. */
export function characterCount(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/** The first `most` characters as people count them, with `…` where something was cut off. */
export function clipped(text: string, most: number): string {
  // Segmenting takes time by length, and nobody needs to wait for the end of a long name.
  const near = text.slice(0, most * 16);
  const seen = Array.from(characters.segment(near), ({ segment }) => segment);
  if (seen.length <= most && near.length === text.length) return text;
  return `${seen
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
