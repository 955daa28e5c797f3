/** The first code location of a stack, as `file:line:column`. */
export function errorLocation(stack: string | undefined): string | null {
  return /^\s+at .*?([\w.-]+:\d+:\d+)\)?$/m.exec(stack ?? '')?.[1] ?? null;
}
