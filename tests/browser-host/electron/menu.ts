import { z } from 'zod';
import type { MenuNode } from '../host-state.ts';
import { argument, NotImplementedError, strict, strictClass } from './strict.ts';

/** Supported roles. Except for `quit`, the browser does their work itself. */
const ROLES = [
  'quit',
  'appMenu',
  'editMenu',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'close',
  'toggleDevTools',
] as const;

type Click = (item: object, window: undefined, event: object) => void;

interface Template {
  readonly label?: string | undefined;
  readonly sublabel?: string | undefined;
  readonly toolTip?: string | undefined;
  readonly id?: string | undefined;
  readonly type?: 'normal' | 'separator' | 'submenu' | 'checkbox' | 'radio' | undefined;
  readonly enabled?: boolean | undefined;
  readonly visible?: boolean | undefined;
  readonly checked?: boolean | undefined;
  readonly accelerator?: string | undefined;
  readonly role?: (typeof ROLES)[number] | undefined;
  readonly click?: Click | undefined;
  readonly submenu?: readonly Template[] | undefined;
}

const template: z.ZodType<Template> = z.strictObject({
  label: z.string().optional(),
  sublabel: z.string().optional(),
  toolTip: z.string().optional(),
  id: z.string().optional(),
  type: z.enum(['normal', 'separator', 'submenu', 'checkbox', 'radio']).optional(),
  enabled: z.boolean().optional(),
  visible: z.boolean().optional(),
  checked: z.boolean().optional(),
  accelerator: z.string().optional(),
  role: z.enum(ROLES).optional(),
  click: z.custom<Click>((value) => typeof value === 'function').optional(),
  get submenu() {
    return z.array(template).optional();
  },
});
const templates = z.array(template);

export interface HostMenu {
  readonly nodes: readonly MenuNode[];
  /** @throws when the item is missing or cannot be clicked */
  click(path: readonly string[]): void;
}

function typeOf(item: Template): MenuNode['type'] {
  return item.type ?? (item.submenu === undefined ? 'normal' : 'submenu');
}

function nodeOf(item: Template): MenuNode {
  const type = typeOf(item);
  if (type !== 'separator' && item.label === undefined && item.role === undefined) {
    throw new TypeError('MenuItem must have either a type, role, or label.');
  }
  return {
    label: item.label ?? item.role ?? '',
    type,
    enabled: item.enabled ?? true,
    visible: item.visible ?? true,
    checked: item.checked ?? false,
    submenu: item.submenu?.map(nodeOf) ?? null,
  };
}

function clickItem(items: readonly Template[], path: readonly string[], quit: () => void): void {
  const [label, ...rest] = path;
  const item = items.find(
    (each) =>
      nodeOf(each).label === label && typeOf(each) !== 'separator' && each.visible !== false,
  );
  if (item === undefined) {
    const offered = items.map((each) => nodeOf(each).label).filter((each) => each !== '');
    throw new Error(`no menu item "${label}" here, only: ${offered.join(' | ')}`);
  }
  if (item.enabled === false) throw new Error(`the menu item "${label}" is disabled`);
  if (rest.length > 0) {
    clickItem(item.submenu ?? [], rest, quit);
    return;
  }
  if (item.submenu !== undefined) throw new Error(`the menu item "${label}" is a submenu`);
  if (item.role === 'quit') quit();
  else if (item.role !== undefined) throw new NotImplementedError(`a click on ${item.role}`);
  const { label: shown, type, checked } = nodeOf(item);
  const isChecked = type === 'radio' || (type === 'checkbox' && !checked);
  item.click?.(strict('MenuItem', { label: shown, type, checked: isChecked }), undefined, {});
}

/** @param quit called on a click on an item with that role */
export function createMenus(quit: () => void): {
  readonly Menu: object;
  /** @throws when it is not one of this host */
  read(menu: unknown): HostMenu;
} {
  const menus = new WeakMap<object, HostMenu>();
  const build = (input: unknown): object => {
    const items = argument('Menu.buildFromTemplate', templates, input);
    const proxy = strict('Menu', {});
    menus.set(proxy, {
      nodes: items.map(nodeOf),
      click: (path) => clickItem(items, path, quit),
    });
    return proxy;
  };
  const Menu = strictClass(
    'Menu',
    () => {
      throw new NotImplementedError('new Menu');
    },
    {
      buildFromTemplate: build,
      setApplicationMenu(menu: unknown) {
        if (menu !== null && !menus.has(Object(menu))) throw new TypeError('Invalid menu');
      },
    },
  );
  return {
    Menu,
    read(menu) {
      const found = menus.get(Object(menu));
      if (found === undefined) throw new TypeError('Invalid menu');
      return found;
    },
  };
}
