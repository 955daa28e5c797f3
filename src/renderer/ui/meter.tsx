interface MeterProps {
  readonly name: string;
  /** 0–100; what lies outside is drawn at the end it passed. */
  readonly percent: number;
}

/** A small bar with its name, and the figure one hover away. */
export function Meter({ name, percent }: MeterProps) {
  const shown = Math.min(100, Math.max(0, percent));
  const words = `${name} ${Math.round(percent)} %`;
  return (
    <span className="flex items-center gap-1" title={words}>
      <span aria-hidden="true">{name}</span>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="meter">
        <span className="meter-fill" style={{ width: `${shown}%` }} />
      </span>
    </span>
  );
}
