/** Line breaks and control characters: one of them could start a new line, or a terminal's escape sequence. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible marks, among them those that turn the direction of the text around them. Joiners inside emoji stay. */
const INVISIBLE = /[[\p{Cf}\p{Co}\p{Cs}]--[\u200c\u200d]]/gv;

/** Text of the service as one harmless line: nothing in it can move the cursor, break a row or reverse its neighbours. */
export function printable(text: string): string {
  return text.replace(CONTROLS, ' ').replace(INVISIBLE, '').trim();
}
