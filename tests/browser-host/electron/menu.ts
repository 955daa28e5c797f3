import { z } from 'zod';
import type { MenuNode } from '../host-state.ts';
import { menuRoles, type Role } from './menu-roles.ts';
import type { Runtime } from './runtime.ts';
import { argument, NotImplementedError, strict, strictClass, strictEmitter } from './strict.ts';

type Click = (item: object, window: undefined, event: object) => void;

const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio'] as const;

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
  checked: flag,
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
  /** A radio item unchecks the others of its group. */
  check(is: boolean): void;
  uncheck(): void;
  group: readonly Item[];
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

/** Menus, and what clicks do. @param quit called on a click on an item with that role */
export function createMenus(runtime: Runtime, appName: () => string, quit: () => void) {
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
    const found = menuRoles(runtime.platform, appName()).get(role.toLowerCase());
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
    let isChecked = options.checked ?? false;
    const members = {
      label: options.label,
      sublabel: options.sublabel ?? '',
      toolTip: options.toolTip ?? '',
      id: options.id,
      enabled: options.enabled ?? true,
      visible: options.visible ?? true,
      get checked() {
        return isChecked;
      },
      set checked(is: boolean) {
        item.check(is);
      },
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
        checked: isChecked,
        submenu: submenu?.nodes() ?? null,
      }),
      role: constants.role,
      submenu,
      check(is) {
        isChecked = constants.type === 'radio' || is;
        for (const other of item.group) if (other !== item) other.uncheck();
      },
      uncheck() {
        isChecked = false;
      },
      group: [],
      click() {
        if (constants.type === 'checkbox' || constants.type === 'radio') item.check(!isChecked);
        if (item.role === 'quit') quit();
        // The browser does the work of the others itself.
        else if (item.role !== null) throw new NotImplementedError(`a click on ${item.role}`);
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

  function createMenu(): { menu: HostMenu; insert(at: number, item: Item): void } {
    const items: Item[] = [];
    /** The radio items between two separators belong together. */
    const group = () => {
      let radios: Item[] = [];
      for (const item of items) {
        const { type } = item.node();
        if (type === 'separator') radios = [];
        if (type !== 'radio') continue;
        radios.push(item);
        item.group = radios;
      }
    };
    const insert = (at: number, item: Item) => {
      items.splice(at, 0, item);
      group();
    };
    const { object } = strictEmitter(runtime, 'Menu', ['menu-will-show', 'menu-will-close'], {
      get items() {
        return items.map((item) => item.object);
      },
      append: (item: unknown) => insert(items.length, asItem(item)),
    });
    const menu: HostMenu = {
      object,
      nodes: () => items.map((item) => item.node()),
      click: (path) => clickItem(items, path),
    };
    menus.set(object, menu);
    Object.setPrototypeOf(object, Reflect.get(Menu, 'prototype'));
    return { menu, insert };
  }

  function build(template: unknown): HostMenu {
    if (!Array.isArray(template))
      throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every(isValidItem)) throw new TypeError(INVALID_ITEM);
    const { menu, insert } = createMenu();
    for (const [at, item] of withoutExtraSeparators(template).entries()) insert(at, asItem(item));
    return menu;
  }

  const Menu = strictClass('Menu', () => createMenu().menu.object, {
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
