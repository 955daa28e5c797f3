import { z } from 'zod';

const bodySize = z
  .int()
  .min(2)
  .max(4 * 1024 ** 3)
  .default(300 * 1024 * 1024);
const headers = z.record(z.string(), z.string()).default({});
const status = z.int().min(200).max(599);

/** Faults that answer in place of the service, which neither processes nor counts the request. simulator/README.md lists all kinds. */
const replacingSchema = z.discriminatedUnion('kind', [
  /** `detail`: a JSON value; without it, the status text. */
  z.strictObject({
    kind: z.literal('status'),
    status,
    detail: z.unknown().optional(),
    headers,
  }),
  /** A string unchanged, any other value as JSON; the `content-type` is JSON unless `headers` have another. */
  z.strictObject({
    kind: z.literal('answer'),
    body: z.unknown(),
    status: status.default(200),
    headers,
  }),
  z.strictObject({ kind: z.literal('enormous-body'), bytes: bodySize }),
  z.strictObject({ kind: z.literal('gzip-bomb'), bytes: bodySize }),
  /** `count` running VMs with new ids: for a list without an end, or with other VMs in each answer. */
  z.strictObject({ kind: z.literal('new-vms'), count: z.int().min(1).max(100_000).default(500) }),
  z.strictObject({
    kind: z.literal(['echo-authorization', 'stall-before-headers', 'drop-connection']),
  }),
]);
export type ReplacingFault = z.output<typeof replacingSchema>;

/** Faults in transit: the service processes the request. */
const transitSchema = z.discriminatedUnion('kind', [
  /** In place of the answer: the service has done it all the same. */
  z.strictObject({
    kind: z.literal('other-answer'),
    status: status.default(500),
    detail: z.unknown().optional(),
  }),
  z.strictObject({ kind: z.literal('late-answer'), ms: z.number().min(0).max(3_600_000) }),
  /** `drop-answer`: the lost answer of a refresh or a VM creation; `none`: for `onMatch`, or to count requests. */
  z.strictObject({
    kind: z.literal(['wrong-types', 'stall-mid-body', 'cut-body', 'drop-answer', 'none']),
  }),
]);
export type TransitFault = z.output<typeof transitSchema>;

export const isInTransit = (fault: ReplacingFault | TransitFault): fault is TransitFault =>
  transitSchema.safeParse(fault).success;

const faultSchema = z.strictObject({
  /** Absent: every method. */
  method: z.string().optional(),
  /** As a prefix: `/vms` also matches `/vms/<id>`. */
  path: z.string().startsWith('/'),
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

/** The part of a request that faults and the document match. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Called when a fault applies, before the request is processed, which waits for it. */
export type OnMatch = (target: Target) => void | Promise<void>;

/** Keeps its counts when its `times` are used up. */
export interface PlacedFault {
  readonly spec: FaultSpec;
  readonly onMatch: OnMatch | undefined;
  /** Matching requests, including skipped ones; `hits`: requests with the fault. */
  matches: number;
  hits: number;
}

function matches(spec: FaultSpec, target: Target): boolean {
  if (spec.method !== undefined && spec.method.toUpperCase() !== target.method) return false;
  if (!target.path.startsWith(spec.path)) return false;
  return Object.entries(spec.query).every(([name, value]) => target.query[name] === value);
}

/** The active faults. The first one added that matches a request applies. */
export function createFaultBoard() {
  const placed = new Set<PlacedFault>();
  return {
    /** @throws ZodError */
    add(input: FaultInput, onMatch?: OnMatch): PlacedFault {
      const fault = { spec: faultSchema.parse(input), onMatch, matches: 0, hits: 0 };
      placed.add(fault);
      return fault;
    },
    remove: (fault: PlacedFault): void => void placed.delete(fault),
    clear: (): void => placed.clear(),
    /** The fault that applies to this request, if any. Counts the request. */
    take(target: Target): PlacedFault | null {
      for (const fault of placed) {
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
