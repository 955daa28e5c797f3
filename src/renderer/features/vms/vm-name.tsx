/** Characters at the end of a long name that stay visible, such as `-run-11`. */
const TAIL = 7;
/** Shorter names always fit. */
const MIN_SPLIT = 14;

/** Start and end of a name. Only ASCII is split: other scripts join letters or change direction. */
export function splitName(name: string): readonly [start: string, end: string] {
  const isSplit = name.length >= MIN_SPLIT && /^[\x20-\x7e×·]+$/.test(name);
  return isSplit ? [name.slice(0, -TAIL), name.slice(-TAIL)] : [name, ''];
}

/** A VM's name on one line, truncated in the middle, because names of one series differ at their end. */
export function VmName({ name, isBilled }: { readonly name: string; readonly isBilled: boolean }) {
  const weight = isBilled ? 'font-semibold' : 'font-medium';
  const [start, end] = splitName(name);
  if (end === '')
    return (
      <span className={`vm-row-name one-line ${weight}`} dir="auto" title={name}>
        {name}
      </span>
    );
  return (
    <span
      aria-label={name}
      className={`vm-row-name flex min-w-0 whitespace-pre ${weight}`}
      role="img"
      title={name}
    >
      <span className="overflow-hidden text-ellipsis">{start}</span>
      <span className="shrink-0">{end}</span>
    </span>
  );
}
