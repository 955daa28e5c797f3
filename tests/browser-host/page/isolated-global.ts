/**
 * What a preload sees as `window`: the page's own, but what it sets there stays in its own world. The DOM is shared, and so
 * are objects that it reaches through it, which a real isolated world would keep apart.
 */
export function isolatedGlobal(): object {
  const own = new Map<string | symbol, unknown>();
  const world: object = new Proxy(window, {
    get(_, key) {
      if (key === 'window' || key === 'self' || key === 'globalThis') return world;
      if (own.has(key)) return own.get(key);
      const value: unknown = Reflect.get(window, key);
      // Functions such as `setTimeout` insist on the real window; constructors keep their statics.
      const isMethod = typeof value === 'function' && !Object.hasOwn(value, 'prototype');
      return isMethod ? value.bind(window) : value;
    },
    set(_, key, value) {
      own.set(key, value);
      return true;
    },
    has: (_, key) => own.has(key) || Reflect.has(window, key),
  });
  return world;
}
