/** Items with React keys that are unique even when ids repeat: with equal keys, React leaves old items on the page. */
export function keyed<T>(items: readonly T[], idOf: (item: T) => string) {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const id = idOf(item);
    const before = seen.get(id) ?? 0;
    seen.set(id, before + 1);
    return { key: `${id} ${before}`, item };
  });
}
