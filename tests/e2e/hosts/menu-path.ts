import type { MenuNode } from '../../browser-host/index.ts';

/** The whole labels of a path whose parts may be only their beginnings. @throws when there is no such item */
export function menuPath(menu: readonly MenuNode[], path: readonly string[]): string[] {
  const [start, ...rest] = path;
  if (start === undefined) return [];
  const found =
    menu.find(({ label }) => label === start) ??
    menu.find(({ label }) => label.startsWith(`${start} `));
  if (found === undefined) {
    throw new Error(`no “${start}” among: ${menu.map(({ label }) => label).join(' | ')}`);
  }
  return [found.label, ...menuPath(found.submenu ?? [], rest)];
}
