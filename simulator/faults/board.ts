import { z } from 'zod';

const bodySize = z
  .int()
  .min(2)
  .max(4 * 1024 ** 3)
  .default(300 * 1024 * 1024);
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({});

/** Faults that answer in place of the service, which neither processes nor counts the request. */
const replacingSchema = z.discriminatedUnion('kind', [
  /** `detail`: a JSON value; without it, the status text. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    detail: z.unknown().optional(),
    headers,
  }),
  /** A JSON value. */
  z.strictObject({
    kind: z.literal('json'),
    body: z.unknown(),
    status: z.int().min(200).max(599).default(200),
    headers,
  }),
  /** The sign-in page of a captive portal, with 200. */
  z.strictObject({ kind: z.literal('html') }),
  /** Invalid JSON sent as JSON. */
  z.strictObject({ kind: z.literal('not-json'), body: z.string().default('{"almost": json') }),
  z.strictObject({ kind: z.literal('empty-body') }),
  /** One JSON string of `bytes` bytes. */
  z.strictObject({ kind: z.literal('enormous-body'), bytes: bodySize }),
  /** The same, gzipped to about a thousandth, whether or not the client accepts gzip. */
  z.strictObject({ kind: z.literal('gzip-bomb'), bytes: bodySize }),
  /** A list of `count` running VMs that no other answer holds: for `GET /vms` without an end, or of other VMs each time. */
  z.strictObject({ kind: z.literal('new-vms'), count: z.int().min(1).max(100_000).default(500) }),
  /** To `location`, else to the same path at `localhost`: another origin than `127.0.0.1`. */
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string().optional(),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(302),
  }),
  /** An error that quotes the Authorization header, which must not reach a log. */
  z.strictObject({ kind: z.literal('echo-authorization') }),
  z.strictObject({ kind: z.literal('stall-before-headers') }),
  /** Resets the connection. */
  z.strictObject({ kind: z.literal('drop-connection') }),
]);
export type ReplacingFault = z.output<typeof replacingSchema>;

/** Faults in transit: the service processes the request. */
const transitSchema = z.discriminatedUnion('kind', [
  /** Before processing, in ms of real time. */
  z.strictObject({ kind: z.literal('delay'), ms: z.number().min(0).max(3_600_000) }),
  /** Headers and half of the body, then silence. */
  z.strictObject({ kind: z.literal('stall-mid-body') }),
  /** Headers and half of the body, then a reset. */
  z.strictObject({ kind: z.literal('cut-body') }),
  /** The documented shape with a wrong type in every field. */
  z.strictObject({ kind: z.literal('wrong-types') }),
  /** Processed, then a reset: the lost answer of a refresh or a VM creation. */
  z.strictObject({ kind: z.literal('drop-answer') }),
  /** No fault: for `onMatch`, or to count requests. */
  z.strictObject({ kind: z.literal('none') }),
]);
export type TransitFault = z.output<typeof transitSchema>;

/** A fault and the requests it applies to. */
export const faultSchema = z.strictObject({
  /** Absent: every method. */
  method: z.string().optional(),
  /** Path without the base path, as a prefix: `/vms` also matches `/vms/<id>`. */
  path: z.string().startsWith('/'),
  /** Query parameters that must have these values. */
  query: z.record(z.string(), z.string()).default({}),
  /** Skips that many matching requests. */
  after: z.int().min(0).default(0),
  /** Then applies to that many; absent: until cleared. */
  times: z.int().min(1).optional(),
  fault: z.union([replacingSchema, transitSchema]),
});

type FaultSpec = z.output<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;
export type FaultKind = FaultSpec['fault']['kind'];

/** The part of a request that faults match. */
interface Target {
  readonly method: string;
  /** Without the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Called when a fault applies, before the request is processed, which waits for it. */
export type OnMatch = (target: Target) => void | Promise<void>;

/** Stays listed, with its counts, when its `times` are used up. */
export interface PlacedFault {
  readonly id: number;
  readonly spec: FaultSpec;
  readonly onMatch: OnMatch | null;
  /** Matching requests, including skipped ones. */
  matches: number;
  /** Requests it applied to. */
  hits: number;
}

function matches(spec: FaultSpec, target: Target): boolean {
  if (spec.method !== undefined && spec.method.toUpperCase() !== target.method) return false;
  if (!target.path.startsWith(spec.path)) return false;
  return Object.entries(spec.query).every(([name, value]) => target.query[name] === value);
}

/** The active faults. The first one added that matches a request applies. */
export function createFaultBoard() {
  const placed = new Map<number, PlacedFault>();
  let lastId = 0;
  return {
    /** @throws ZodError */
    add(input: FaultInput, onMatch?: OnMatch): PlacedFault {
      lastId += 1;
      const spec = faultSchema.parse(input);
      const fault = { id: lastId, spec, onMatch: onMatch ?? null, matches: 0, hits: 0 };
      placed.set(fault.id, fault);
      return fault;
    },
    /** Removes one fault, or all of them. Returns how many. */
    clear(id?: number): number {
      if (id !== undefined) return placed.delete(id) ? 1 : 0;
      const count = placed.size;
      placed.clear();
      return count;
    },
    list: (): readonly PlacedFault[] => [...placed.values()],
    /** The fault that applies to this request, if any. Counts the request. */
    take(target: Target): PlacedFault | null {
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

export type FaultBoard = ReturnType<typeof createFaultBoard>;
