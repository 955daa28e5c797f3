import { z } from 'zod';

const HUNDREDS_OF_MB = 300 * 1024 * 1024;
const size = z
  .int()
  .min(2)
  .max(4 * 1024 ** 3)
  .default(HUNDREDS_OF_MB);
const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({});

/** Faults that stand in for the service: the request never reaches it, nothing is processed or counted. */
const replacingSchema = z.discriminatedUnion('kind', [
  /** An error answer. Without `detail` the documented form with a plain sentence; `detail` may be any JSON value. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    detail: z.unknown().optional(),
    headers,
  }),
  /** Any JSON at all, 200 unless `status` says otherwise. */
  z.strictObject({
    kind: z.literal('json'),
    body: z.unknown(),
    status: z.int().min(200).max(599).default(200),
    headers,
  }),
  /** A sign-in page of a captive portal, with 200. */
  z.strictObject({ kind: z.literal('html') }),
  /** Says it is JSON, and is not. */
  z.strictObject({ kind: z.literal('not-json'), body: z.string().default('{"almost": json') }),
  z.strictObject({ kind: z.literal('empty-body') }),
  /** One JSON string of `bytes` bytes. */
  z.strictObject({ kind: z.literal('enormous-body'), bytes: size }),
  /** The same, gzipped to about a thousandth of that, whether or not the client accepts gzip. */
  z.strictObject({ kind: z.literal('gzip-bomb'), bytes: size }),
  /** To `location`, else to the same path at `localhost`, which is another origin than `127.0.0.1`. */
  z.strictObject({
    kind: z.literal('redirect'),
    location: z.string().optional(),
    status: z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(302),
  }),
  /** An error whose `detail` quotes the Authorization header: must not end up in anybody's log. */
  z.strictObject({ kind: z.literal('echo-authorization') }),
  z.strictObject({ kind: z.literal('stall-before-headers') }),
  /** The connection is reset before any answer, and the request is not processed. */
  z.strictObject({ kind: z.literal('drop-connection') }),
]);
/** A fault that gives the answer itself, or sees to it that there is none. */
export type ReplacingFault = z.output<typeof replacingSchema>;

/** Faults of the way there and back: the service processes the request. */
const bendingSchema = z.discriminatedUnion('kind', [
  /** Before processing, in ms of real time. */
  z.strictObject({ kind: z.literal('delay'), ms: z.number().min(0).max(3_600_000) }),
  /** Headers and half of the body, then silence. */
  z.strictObject({ kind: z.literal('stall-mid-body') }),
  /** Headers and half of the body, then the connection is reset. */
  z.strictObject({ kind: z.literal('cut-body') }),
  /** The right shape with a wrong type in every field. */
  z.strictObject({ kind: z.literal('wrong-types') }),
  /** Processed, but the connection is reset before the answer: the lost answer of a refresh or a VM creation. */
  z.strictObject({ kind: z.literal('drop-answer') }),
  /** Nothing happens to the request: for `onMatch`, or to count matches. */
  z.strictObject({ kind: z.literal('none') }),
]);
/** A fault that lets the request through: whatever it asked for has happened, though its answer may never arrive. */
export type BendingFault = z.output<typeof bendingSchema>;

/** A fault and the requests it befalls. */
export const faultSchema = z.strictObject({
  /** Any method when absent. */
  method: z.string().optional(),
  /** Path without the base path, as a prefix: `/vms` also matches `/vms/<id>`. */
  path: z.string().startsWith('/'),
  /** Query parameters that must have exactly these values; others do not matter. */
  query: z.record(z.string(), z.string()).default({}),
  /** Lets that many matching requests pass first. */
  after: z.int().min(0).default(0),
  /** Then befalls that many; absent means every one until it is cleared. */
  times: z.int().min(1).optional(),
  fault: z.union([replacingSchema, bendingSchema]),
});

/** A fault as the board keeps it, with its defaults filled in. */
export type FaultSpec = z.output<typeof faultSchema>;
/** A fault as a test or a request gives it, with the defaults left out. */
export type FaultInput = z.input<typeof faultSchema>;
/** What a fault is called, in the request log as well. */
export type FaultKind = FaultSpec['fault']['kind'];
