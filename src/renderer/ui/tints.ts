/** The tints of the accent for the parts of a bar; the last one, gray, is for all others. */
export const TINTS = [
  ...[100, 80, 62, 46, 32].map(
    (percent) => `color-mix(in oklab, var(--color-accent) ${percent}%, var(--color-paper))`,
  ),
  'var(--color-edge)',
];
