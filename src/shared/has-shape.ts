// Checks of stored values. Without zod, which stays out of the panel's first screen.

type Check = (value: unknown) => boolean;

/** An object with these keys and no others, each with a valid value. */
export function hasShape<T>(value: unknown, shape: Readonly<Record<keyof T, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const checks = Object.entries<Check>(shape);
  return (
    Object.keys(value).length === checks.length &&
    checks.every(([key, check]) => Object.hasOwn(value, key) && check(Reflect.get(value, key)))
  );
}

export const isBoolean: Check = (value) => typeof value === 'boolean';

export const isNumber =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max;

export const isWhole =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && isNumber(min, max)(value);

export const isTextUpTo =
  (max: number, min = 1): Check =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max;

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
