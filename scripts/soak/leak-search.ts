import { type Found, leaks } from '../../tests/contract/leaks.ts';

/** Collects texts of the app, to be searched for secrets. */
export function createLeakSearch(secrets: () => readonly string[]) {
  const texts = new Map<string, string[]>();
  const found: string[] = [];
  let checks = 0;
  return {
    add(where: string, text: string): void {
      const lines = texts.get(where);
      if (lines === undefined) texts.set(where, [text]);
      else lines.push(text);
    },
    search(more: readonly Found[] = []): void {
      const joined = [...texts].map(([where, lines]) => ({ where, text: lines.join('\n') }));
      texts.clear();
      checks += joined.length + more.length;
      found.push(...leaks([...joined, ...more], secrets()));
    },
    result: () => ({ found, checks }),
  };
}
