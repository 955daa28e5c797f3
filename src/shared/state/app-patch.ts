import { isObject } from '../domain/is-same.ts';
import type { AppState } from './app-state.ts';

/** The difference of two values: another value, or changes within an object or a list with ids: one field of one VM of 500. */
export type AppPatch =
  | { readonly value: unknown }
  | {
      /** By key or id. */
      readonly changed: Readonly<Record<string, AppPatch>>;
      readonly gone: readonly string[];
      /** All ids of a list, if their order changed; null: it did not, or the value is an object. */
      readonly order: readonly string[] | null;
    };

const hasId = (item: unknown): item is { readonly id: string } =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string';

/** The items of a list by their ids; null: the value is no list of such items. */
function itemsOf(value: unknown): Map<string, unknown> | null {
  if (!Array.isArray(value)) return null;
  const items: readonly unknown[] = value;
  const byId = new Map(items.filter(hasId).map((item) => [item.id, item]));
  return byId.size === items.length ? byId : null;
}

// Shared, since each of ten thousand VMs may have changed.
const NONE: readonly never[] = [];

function diffItems(old: ReadonlyMap<string, unknown>, now: ReadonlyMap<string, unknown>) {
  const changed: (readonly [string, AppPatch])[] = [];
  for (const [id, value] of now) {
    const was = old.get(id);
    const patch = was === undefined ? { value } : diff(was, value);
    if (patch !== null) changed.push([id, patch]);
  }
  const [ids, oldIds] = [[...now.keys()], [...old.keys()]];
  const isReordered = ids.length !== oldIds.length || ids.some((id, index) => id !== oldIds[index]);
  if (changed.length === 0 && !isReordered) return null;
  const gone = isReordered ? oldIds.filter((id) => !now.has(id)) : NONE;
  return { changed: Object.fromEntries(changed), gone, order: isReordered ? ids : null };
}

function diff(before: unknown, after: unknown): AppPatch | null {
  if (before === after) return null;
  const old = itemsOf(before);
  const now = old && itemsOf(after);
  if (old && now) return diffItems(old, now);
  if (!isObject(before) || !isObject(after)) return { value: after };
  const changed: (readonly [string, AppPatch])[] = [];
  let known = 0;
  for (const key in after) {
    const value = after[key];
    const isKept = value !== undefined && before[key] === value;
    const isKnown = isKept || Object.hasOwn(before, key);
    if (isKnown) known += 1;
    const patch = isKnown ? diff(before[key], value) : { value };
    if (patch !== null) changed.push([key, patch]);
  }
  const keys = Object.keys(before);
  const gone = keys.length === known ? NONE : keys.filter((key) => !Object.hasOwn(after, key));
  if (changed.length === 0 && gone.length === 0) return null;
  return { changed: Object.fromEntries(changed), gone, order: null };
}

function patched(before: unknown, patch: AppPatch): unknown {
  if ('value' in patch) return patch.value;
  const parts = itemsOf(before) ?? new Map<string, unknown>(Object.entries(before ?? {}));
  for (const key of patch.gone) parts.delete(key);
  for (const [key, change] of Object.entries(patch.changed))
    parts.set(key, patched(parts.get(key), change));
  if (!Array.isArray(before)) return Object.fromEntries(parts);
  return (patch.order ?? [...parts.keys()]).map((id) => parts.get(id));
}

/** The patch from `before` to `after`; null: nothing changed. Unchanged parts are compared by identity first. */
export const diffAppState = (before: AppState, after: AppState): AppPatch | null =>
  diff(before, after);

/** The state after a patch of `diffAppState`. Unchanged parts keep their objects. */
export const applyAppPatch = (state: AppState, patch: AppPatch): AppState =>
  patched(state, patch) as AppState;
