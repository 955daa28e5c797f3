import { isDeepStrictEqual } from 'node:util';
import type { TrayMenuItem } from './menu-item.ts';
import type { TrayIcon, TrayModel } from './tray-model.ts';

/** A tray on the screen, part by part. */
export interface TrayParts {
  setIcon(icon: TrayIcon): void;
  setTooltip(text: string): void;
  setTitle(text: string): void;
  setMenu(items: readonly TrayMenuItem[]): void;
}

/**
 * Puts one model after another on the screen: all that differs from the one before, in one go, and nothing else. A menu
 * that is set again closes under the pointer of whoever is reading it, and an icon flickers.
 */
export function applyChanges(parts: TrayParts): (model: TrayModel) => void {
  let shown: TrayModel | null = null;
  return (model) => {
    const isNew = (part: keyof TrayModel) => !isDeepStrictEqual(shown?.[part], model[part]);
    // The icon first: there is no tray without one.
    if (isNew('icon')) parts.setIcon(model.icon);
    if (isNew('tooltip')) parts.setTooltip(model.tooltip);
    if (isNew('title')) parts.setTitle(model.title);
    if (isNew('menu')) parts.setMenu(model.menu);
    shown = model;
  };
}
