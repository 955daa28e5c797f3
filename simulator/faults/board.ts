import { type FaultInput, type FaultSpec, faultSchema } from './schema.ts';

/** A request, as far as faults are chosen by it. */
interface Target {
  readonly method: string;
  /** Without the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Called when a fault befalls a request, before the request is processed; the request waits for it. */
export type OnMatch = (target: Target) => void | Promise<void>;

/** A fault on the board. It stays listed with its counts when its `times` are used up. */
export interface PlacedFault {
  readonly id: number;
  readonly spec: FaultSpec;
  readonly onMatch: OnMatch | null;
  /** Requests that matched, including those it let pass. */
  matches: number;
  /** Requests it has withFault. */
  hits: number;
}

/** The faults that are in place. The first one that applies to a request befalls it, in the order they were added. */
export interface FaultBoard {
  /** Throws a `ZodError` when the fault is not well formed. */
  add(input: FaultInput, onMatch?: OnMatch): PlacedFault;
  /** Removes one fault, or all of them; says how many there were to remove. */
  clear(id?: number): number;
  list(): readonly PlacedFault[];
  /** The fault for this request, if any. Counts the request. */
  take(target: Target): PlacedFault | null;
}

function matches(spec: FaultSpec, target: Target): boolean {
  if (spec.method !== undefined && spec.method.toUpperCase() !== target.method) return false;
  if (!target.path.startsWith(spec.path)) return false;
  return Object.entries(spec.query).every(([name, value]) => target.query[name] === value);
}

/** Without faults at first. No id is given twice, not even after `clear`. */
export function createFaultBoard(): FaultBoard {
  const placed = new Map<number, PlacedFault>();
  let lastId = 0;
  return {
    add(input, onMatch) {
      lastId += 1;
      const spec = faultSchema.parse(input);
      const fault = { id: lastId, spec, onMatch: onMatch ?? null, matches: 0, hits: 0 };
      placed.set(fault.id, fault);
      return fault;
    },
    clear(id) {
      if (id !== undefined) return placed.delete(id) ? 1 : 0;
      const count = placed.size;
      placed.clear();
      return count;
    },
    list: () => [...placed.values()],
    take(target) {
      for (const fault of placed.values()) {
        const { after, times } = fault.spec;
        if (!matches(fault.spec, target) || (times !== undefined && fault.hits >= times)) continue;
        fault.matches += 1;
        if (fault.matches <= after) continue;
        fault.hits += 1;
        return fault;
      }
      return null;
    },
  };
}
