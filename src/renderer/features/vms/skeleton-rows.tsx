const ROWS = ['first', 'second', 'third'] as const;

/** Rows to come, of the height that they will have. */
export function SkeletonRows() {
  return (
    <div className="pt-7">
      <p className="sr-only" role="status">
        Loading VMs
      </p>
      {ROWS.map((row) => (
        <div aria-hidden="true" className="flex h-13 items-center gap-2 px-4" key={row}>
          <span className="skeleton size-3" />
          <span className="grid grow gap-1.5">
            <span className="skeleton h-3 w-28" />
            <span className="skeleton h-2 w-44" />
          </span>
          <span className="skeleton h-3 w-16" />
          <span className="w-6" />
        </div>
      ))}
    </div>
  );
}
