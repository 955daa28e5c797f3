import { isObject, isSame } from '../domain/is-same.ts';
import type { AppState } from './app-state.ts';

interface Item {
  readonly id: string;
}

/** The difference of two values: another value, or the changes within a list of items or an object. */
export type AppPatch =
  | { readonly value: unknown }
  | {
      /** New and changed ones, whole: one VM of 500. */
      readonly items: readonly Item[];
      /** All ids, if they or their order changed. */
      readonly order: readonly string[] | null;
    }
  | { readonly changed: Readonly<Record<string, AppPatch>>; readonly gone: readonly string[] };

const isItem = (value: unknown): value is Item =>
  isObject(value) && typeof value['id'] === 'string';

/** The items of a list by their ids; null: the value is no list of such items. */
function itemsOf(value: unknown): Map<string, Item> | null {
  if (!Array.isArray(value) || !value.every(isItem)) return null;
  const byId = new Map(value.map((item) => [item.id, item]));
  return byId.size === value.length ? byId : null;
}

const MAX_FIELDS = 10;

/** Few fields and nothing within: apart, they would cost more than the whole. */
function isRow(value: Readonly<Record<string, unknown>>): boolean {
  const fields = Object.values(value);
  const isPlain = (field: unknown) => typeof field !== 'object' || field === null;
  return fields.length <= MAX_FIELDS && fields.every(isPlain);
}

function diffItems(old: ReadonlyMap<string, Item>, now: ReadonlyMap<string, Item>) {
  const items = [...now.values()].filter((item) => old.get(item.id) !== item);
  const [ids, oldIds] = [[...now.keys()], [...old.keys()]];
  const isReordered = ids.length !== oldIds.length || ids.some((id, at) => id !== oldIds[at]);
  return items.length > 0 || isReordered ? { items, order: isReordered ? ids : null } : null;
}

function diff(before: unknown, after: unknown): AppPatch | null {
  if (before === after) return null;
  const old = itemsOf(before);
  const now = old && itemsOf(after);
  if (old && now) return diffItems(old, now);
  if (!isObject(before) || !isObject(after)) return { value: after };
  if (isRow(after)) return isSame(before, after) ? null : { value: after };
  const changed = Object.entries(after).flatMap(([key, value]) => {
    const patch = Object.hasOwn(before, key) ? diff(before[key], value) : { value };
    return patch === null ? [] : [[key, patch] as const];
  });
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  if (changed.length === 0 && gone.length === 0) return null;
  return { changed: Object.fromEntries(changed), gone };
}

function patched(before: unknown, patch: AppPatch): unknown {
  if ('value' in patch) return patch.value;
  if ('items' in patch) {
    const items = itemsOf(before) ?? new Map<string, Item>();
    for (const item of patch.items) items.set(item.id, item);
    return (patch.order ?? [...items.keys()]).map((id) => items.get(id));
  }
  const parts = new Map<string, unknown>(Object.entries(before ?? {}));
  for (const key of patch.gone) parts.delete(key);
  for (const [key, change] of Object.entries(patch.changed))
    parts.set(key, patched(parts.get(key), change));
  return Object.fromEntries(parts);
}

/** The patch from `before` to `after`; null: nothing changed. Unchanged parts are compared by identity first. */
export const diffAppState = (before: AppState, after: AppState): AppPatch | null =>
  diff(before, after);

/** The state after a patch of `diffAppState`. Unchanged parts keep their objects. */
export const applyAppPatch = (state: AppState, patch: AppPatch): AppState =>
  patched(state, patch) as AppState;
