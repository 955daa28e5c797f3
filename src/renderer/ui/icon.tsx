const PATHS = {
  back: 'M10 3 5 8l5 5',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  done: 'm3 8.5 3.5 3.5L13 4.5',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-1.3 3.3 3.3',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v3h-3',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.25m0 1.75v.25',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.5V11m0-6v.25',
  close: 'm3.5 3.5 9 9m0-9-9 9',
  down: 'm4 6.5 4 4 4-4',
  right: 'm6.5 4 4 4-4 4',
} as const;

/** One of the drawings above. */
export type IconName = keyof typeof PATHS;

/** A small line drawing of 16 px in the colour of the text. It says nothing to screen readers: its button does. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      aria-hidden="true"
      className="size-4 shrink-0 fill-none stroke-current"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.4"
      viewBox="0 0 16 16"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
