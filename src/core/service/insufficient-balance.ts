/** A sign and up to four characters of currency, then digits; what separates thousands elsewhere is no part of it. */
const CURRENCY = String.raw`[^\d.,-]{0,4}`;
const AMOUNT = String.raw`${CURRENCY}(-?)${CURRENCY}(\d+(?:\.\d+)?)`;

const INSUFFICIENT = new RegExp(
  `^Insufficient balance\\.(?:\\s*Required:\\s*${AMOUNT},\\s*Available:\\s*${AMOUNT}(?![\\d.,]*\\d|\\w))?`,
  'i',
);

function amount(sign: string | undefined, digits: string | undefined): number | null {
  return digits === undefined ? null : Number(`${sign}${digits}`);
}

/**
 * Reads the one message whose form is documented: `Insufficient balance. Required: <amount>, Available: <amount>`. The form
 * of an amount is not, so one that can be read in two ways is null.
 * @returns amounts in $, or null when `detail` is about something else
 */
export function readInsufficientBalance(
  detail: string | null,
): { required: number | null; available: number | null } | null {
  const match = detail === null ? null : INSUFFICIENT.exec(detail);
  if (!match) return null;
  return { required: amount(match[1], match[2]), available: amount(match[3], match[4]) };
}
