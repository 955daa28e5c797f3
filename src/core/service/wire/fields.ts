import { z } from 'zod';

// Every field reads on its own: one that is absent or of another type becomes null and spoils nothing beside it.

/** Text, or null. */
export const text = z.string().nullable().catch(null);

/** A finite number, or null. */
export const number = z.number().nullable().catch(null);

/** A whole number of at least 0, or null. */
export const count = z.number().int().nonnegative().nullable().catch(null);

/** $ or $/h. A negative or absurd amount is a defect somewhere, and no amount at all is better than a wrong one. */
export const money = z.number().nonnegative().max(1_000_000_000).nullable().catch(null);

/** 0–100. */
export const percent = z.number().min(0).max(100).nullable().catch(null);

/** Yes or no, or null. */
export const flag = z.boolean().nullable().catch(null);

/** `4090` is documented as text, and is a number in half the world's JSON. */
export const gpuType = z
  .union([z.string(), z.number().transform(String)])
  .nullable()
  .catch(null);

/**
 * An id that goes into a path. Documented as a uuid; anything else that is one harmless path segment passes too, and `..`,
 * slashes and the like do not.
 */
export const pathId = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9_.:-]{0,127}$/);
