import type { ReactNode } from 'react';

export const DRAWING = { width: 200, height: 20 } as const;

interface LineDrawingProps {
  readonly label: string;
  readonly className: string;
  readonly line: string;
  /** Above the line. */
  readonly children?: ReactNode;
}

export function LineDrawing({ label, className, line, children }: LineDrawingProps) {
  const { width, height } = DRAWING;
  return (
    <svg
      aria-label={label}
      className={`h-5 overflow-visible fill-none stroke-accent *:[vector-effect:non-scaling-stroke] ${className}`}
      preserveAspectRatio="none"
      role="img"
      strokeWidth="1.5"
      viewBox={`0 -1 ${width} ${height + 2}`}
    >
      <title>{label}</title>
      <path className="stroke-line" d={`M0 ${height}H${width}`} strokeWidth="1" />
      <path d={line} />
      {children}
    </svg>
  );
}
