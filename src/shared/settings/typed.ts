import { z } from 'zod';

// Values that people type. The panel sends them unchecked: only these schemas check, and their message is the refusal.

export const typedText = (isValid: (text: string) => boolean, problem: string) =>
  z.string().refine(isValid, problem);

/** The panel sends NaN for a text that is no number. */
export const typedNumber = (isValid: (value: number) => boolean, problem: string) =>
  z.custom<number>((value) => typeof value === 'number' && isValid(value), problem);
