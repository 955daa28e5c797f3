/** Whether a point lies in a shape. Only + − × ÷ and comparisons decide, so that every machine draws the same pixels. */
export type Shape = (x: number, y: number) => boolean;

/** @param corner radius of the corners */
export function box(left: number, top: number, right: number, bottom: number, corner = 0): Shape {
  return (x, y) => {
    if (x < left || x >= right || y < top || y >= bottom) return false;
    const dx = Math.max(left + corner - x, x - (right - corner), 0);
    const dy = Math.max(top + corner - y, y - (bottom - corner), 0);
    return dx * dx + dy * dy <= corner * corner;
  };
}

export function disc(centreX: number, centreY: number, radius: number): Shape {
  return (x, y) => {
    const dx = x - centreX;
    const dy = y - centreY;
    return dx * dx + dy * dy <= radius * radius;
  };
}

type Point = readonly [x: number, y: number];

/** A line with round ends. */
export function stroke([fromX, fromY]: Point, [toX, toY]: Point, width: number): Shape {
  const lengthX = toX - fromX;
  const lengthY = toY - fromY;
  const square = lengthX * lengthX + lengthY * lengthY;
  return (x, y) => {
    const along = ((x - fromX) * lengthX + (y - fromY) * lengthY) / square;
    const nearest = Math.min(1, Math.max(0, along));
    return disc(fromX + nearest * lengthX, fromY + nearest * lengthY, width / 2)(x, y);
  };
}

export function union(...shapes: readonly Shape[]): Shape {
  return (x, y) => shapes.some((shape) => shape(x, y));
}

export function without(shape: Shape, hole: Shape): Shape {
  return (x, y) => shape(x, y) && !hole(x, y);
}

/** The shape `factor` times as large, then moved. */
export function placed(shape: Shape, factor: number, [byX, byY]: Point): Shape {
  return (x, y) => shape((x - byX) / factor, (y - byY) / factor);
}
