/** A small bar beside its figure. */
export function Meter({ percent }: { readonly percent: number }) {
  return (
    <span aria-hidden="true" className="meter">
      <span className="meter-fill" style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </span>
  );
}
