let segmenter: Intl.Segmenter | null = null;

/** The segmenter takes 20 ms to create, so it is not for texts that need none. */
export function graphemes(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** At most `max` graphemes, the last one `…` where text was cut off. */
export function clipped(text: string, max: number): string {
  if (text.length <= max) return text;
  // Segmenting takes time proportional to the length.
  const start = text.slice(0, max * 16);
  const seen = graphemes(start);
  if (seen.length <= max && start.length === text.length) return text;
  return `${seen
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`;
}

/** Label for a notification: text of the service can be pages long and contain control characters. */
export const shortLabel = (text: string) => clipped(printable(text), 30);

/** Words in Latin letters and usual punctuation, which stay as they are. */
const PLAIN = /^(?! )[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]+(?<! )$/;

/** Untrusted text as one safe line: no cursor moves, line breaks or text over other text. Empty: nothing is visible. */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : cleaned(text);
}

/** Creates its patterns when needed: they take 5 ms. */
function cleaned(text: string): string {
  const shown = text
    // Line breaks and control characters, which could start a new line or a terminal's escape sequence.
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    // Invisible characters, including those that change the text direction, and lone surrogates. Joiners and variation
    // selectors stay: emoji and several scripts need them.
    .replace(
      /[[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]/gv,
      '',
    )
    // More combining marks than a script needs, which would overlap the lines above and below.
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .trim();
  const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(shown);
  return isVisible ? shown : '';
}

/** The first code location of a stack, as `file:line:column`. */
export function errorLocation(stack: string | undefined): string | null {
  return /^\s+at .*?([\w.-]+:\d+:\d+)\)?$/m.exec(stack ?? '')?.[1] ?? null;
}

/** `a, b, and c`. A kept format would take 11 ms of every start. */
export const listed = (parts: readonly string[]) => new Intl.ListFormat('en').format(parts);

/** The parts that are not empty: `2 × H100 · Norway`. */
export const joined = (
  parts: readonly (string | number | false | null | undefined)[],
  by = ' · ',
) => parts.filter(Boolean).join(by);

export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 alert`, `2 alerts`. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
