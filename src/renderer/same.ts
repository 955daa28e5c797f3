/** Whether two objects have the same fields. Zustand's `shallow` is three times the code, for maps and sets, and slower. */
export function isSame(one: object, other: object): boolean {
  const fields = Object.entries(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every(([name, value]) => name in other && Object.is(Reflect.get(other, name), value))
  );
}
