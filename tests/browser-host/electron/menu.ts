import { z } from 'zod';
import type { MenuNode } from '../host-state.ts';
import { menuRoles, type Role } from './menu-roles.ts';
import type { Runtime } from './runtime.ts';
import { argument, NotImplementedError, strict, strictClass, strictEmitter } from './strict.ts';

type Click = (item: object, window: undefined, event: object) => void;

const TYPES = ['normal', 'separator', 'submenu'] as const;

/** An option that is null counts as missing. */
const optional = <T>(type: z.ZodType<T>) => type.nullish().transform((value) => value ?? undefined);
const text = optional(z.string());
const flag = optional(z.boolean());

const itemSchema = z.strictObject({
  label: text,
  sublabel: text,
  toolTip: text,
  id: text,
  type: text,
  enabled: flag,
  visible: flag,
  accelerator: text,
  role: text,
  click: optional(z.custom<Click>((value) => typeof value === 'function')),
  /** A template or a menu. */
  submenu: optional(z.custom<object>((value) => typeof value === 'object')),
});

/** A `MenuItem` as this host sees it. */
interface Item {
  readonly object: object;
  node(): MenuNode;
  readonly role: string | null;
  readonly submenu: HostMenu | null;
  click(): void;
}

export interface HostMenu {
  readonly object: object;
  nodes(): MenuNode[];
  /** @throws when the item is missing or cannot be clicked */
  click(path: readonly string[]): void;
}

const INVALID_ITEM = 'Invalid template for MenuItem: must have at least one of label, role or type';

function isValidItem(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  return (
    Object.hasOwn(item, 'label') ||
    Object.hasOwn(item, 'role') ||
    Reflect.get(item, 'type') === 'separator'
  );
}

/** Folds separators and drops those at the ends, as `Menu.buildFromTemplate` does. */
function withoutExtraSeparators(items: readonly unknown[]): unknown[] {
  const is = (item: unknown, type: 'separator') => Reflect.get(Object(item), 'type') === type;
  const isHidden = (item: unknown) => Reflect.get(Object(item), 'visible') === false;
  return items
    .filter((item, at) => {
      if (isHidden(item) || !is(item, 'separator')) return true;
      return at === 0 || !is(items[at - 1], 'separator');
    })
    .filter((item, at, kept) => {
      if (isHidden(item) || !is(item, 'separator')) return true;
      return at !== 0 && at !== kept.length - 1;
    });
}

function clickItem(items: readonly Item[], path: readonly string[]): void {
  const [label, ...rest] = path;
  const visible = items.filter((each) => each.node().visible && each.node().type !== 'separator');
  const item = visible.find((each) => each.node().label === label);
  if (item === undefined) {
    const offered = visible.map((each) => each.node().label);
    throw new Error(`no menu item "${label}" here, only: ${offered.join(' | ')}`);
  }
  if (!item.node().enabled) throw new Error(`the menu item "${label}" is disabled`);
  if (rest.length > 0 && item.submenu !== null) item.submenu.click(rest);
  else if (item.submenu !== null) throw new Error(`the menu item "${label}" is a submenu`);
  else if (rest.length > 0) throw new Error(`the menu item "${label}" has no submenu`);
  else item.click();
}

/** Menus, and what clicks do. */
export function createMenus(runtime: Runtime) {
  const menus = new WeakMap<object, HostMenu>();
  const itemsOf = new WeakMap<object, Item>();
  let count = 0;
  let applicationMenu: object | null = null;

  const readMenu = (menu: unknown): HostMenu => {
    const found = menus.get(Object(menu));
    if (found === undefined) throw new TypeError('Invalid menu');
    return found;
  };
  const roleOf = (role: string | undefined): Role | null => {
    if (role === undefined) return null;
    const found = menuRoles(runtime.platform).get(role.toLowerCase());
    if (found === undefined) throw new NotImplementedError(`the menu role ${role}`);
    return found;
  };

  /** The options of an item with the defaults of its role. */
  function readItem(input: unknown) {
    const options = argument('MenuItem', itemSchema, input);
    const role = roleOf(options.role);
    const given = options.submenu ?? role?.submenu;
    const submenu = given === undefined ? null : (menus.get(given) ?? build(given));
    const type = TYPES.find((each) => each === options.type);
    if (type !== options.type) throw new Error(`Unknown menu item type: ${options.type}`);
    if (type === 'submenu' && submenu === null) throw new Error('Invalid submenu');
    count += 1;
    const constants = {
      type: type ?? (submenu === null ? 'normal' : 'submenu'),
      role: options.role?.toLowerCase() ?? null,
      accelerator: options.accelerator ?? role?.accelerator ?? null,
      submenu: submenu?.object ?? null,
      commandId: count,
    } as const;
    return {
      options: { ...options, label: options.label ?? role?.label ?? '' },
      submenu,
      constants,
    };
  }

  function createItem(input: unknown): Item {
    const { options, submenu, constants } = readItem(input);
    const members = {
      label: options.label,
      sublabel: options.sublabel ?? '',
      toolTip: options.toolTip ?? '',
      id: options.id,
      enabled: options.enabled ?? true,
      visible: options.visible ?? true,
      click: () => item.click(),
    };
    for (const [key, value] of Object.entries(constants))
      Object.defineProperty(members, key, { value, enumerable: true });
    const item: Item = {
      object: strict('MenuItem', members),
      node: () => ({
        label: members.label,
        type: constants.type,
        enabled: members.enabled,
        visible: members.visible,
        submenu: submenu?.nodes() ?? null,
      }),
      role: constants.role,
      submenu,
      click() {
        // The browser does their work itself.
        if (item.role !== null) throw new NotImplementedError(`a click on ${item.role}`);
        else
          try {
            options.click?.(item.object, undefined, { shiftKey: false, ctrlKey: false });
          } catch (error) {
            runtime.uncaught(error);
          }
      },
    };
    itemsOf.set(item.object, item);
    return item;
  }
  const asItem = (input: unknown) => itemsOf.get(Object(input)) ?? createItem(input);

  function createMenu(items: readonly Item[]): HostMenu {
    const { object } = strictEmitter(runtime, 'Menu', ['menu-will-show', 'menu-will-close'], {
      get items() {
        return items.map((item) => item.object);
      },
    });
    const menu: HostMenu = {
      object,
      nodes: () => items.map((item) => item.node()),
      click: (path) => clickItem(items, path),
    };
    menus.set(object, menu);
    Object.setPrototypeOf(object, Reflect.get(Menu, 'prototype'));
    return menu;
  }

  function build(template: unknown): HostMenu {
    if (!Array.isArray(template))
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every(isValidItem)) throw new TypeError(INVALID_ITEM);
    return createMenu(withoutExtraSeparators(template).map(asItem));
  }

  const Menu = strictClass('Menu', () => createMenu([]).object, {
    buildFromTemplate: (template: unknown) => build(template).object,
    getApplicationMenu: () => applicationMenu,
    setApplicationMenu(menu: unknown) {
      applicationMenu = menu === null ? null : readMenu(menu).object;
    },
  });
  return {
    Menu,
    MenuItem: strictClass('MenuItem', (input: unknown) => createItem(input).object),
    read: readMenu,
  };
}
