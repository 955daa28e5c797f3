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

/** The parts of an object, or of a list by their ids; null: the value has no such parts. */
function partsOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const items: readonly unknown[] = value;
  const parts = new Map(items.filter(hasId).map((item) => [item.id, item]));
  return parts.size === items.length ? parts : null;
}

function diff(before: unknown, after: unknown): AppPatch | null {
  if (before === after) return null;
  const [old, now] = [partsOf(before), partsOf(after)];
  const isList = Array.isArray(after);
  if (old === null || now === null || Array.isArray(before) !== isList) return { value: after };
  const changed = [...now].flatMap(([key, value]) => {
    const patch = old.has(key) ? diff(old.get(key), value) : { value };
    return patch === null ? [] : [[key, patch] as const];
  });
  const gone = [...old.keys()].filter((key) => !now.has(key));
  const [ids, oldIds] = [[...now.keys()], [...old.keys()]];
  const isReordered = ids.length !== oldIds.length || ids.some((id, index) => id !== oldIds[index]);
  const order = isList && isReordered ? ids : null;
  if (changed.length === 0 && gone.length === 0 && order === null) return null;
  return { changed: Object.fromEntries(changed), gone, order };
}

function patched(before: unknown, patch: AppPatch): unknown {
  if ('value' in patch) return patch.value;
  const parts = partsOf(before) ?? new Map<string, unknown>();
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
