/** Line breaks and control characters: one of them could start a new line, or a terminal's escape sequence. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * Characters that nobody sees, among them those that turn the direction of the text around them, and halves of characters.
 * Joiners and variation selectors stay: emoji and several scripts are made with them.
 */
const INVISIBLE =
  /[[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]/gv;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** More marks on one letter than any writing needs grow over the lines above and below. */
const TOWER = /(\p{M}{8})\p{M}+/gu;

/**
 * Text of the service as one harmless line: nothing in it can move the cursor, break a row, reverse its neighbours or cover
 * them. Empty when there would be nothing to see.
 */
export function printable(text: string): string {
  const shown = text.replace(CONTROLS, ' ').replace(INVISIBLE, '').replace(TOWER, '$1').trim();
  return VISIBLE.test(shown) ? shown : '';
}
