import type { Vm } from '../domain/vm.ts';
import type { AutoStopLimit } from './auto-stop.ts';

/** Why a VM cannot stop itself; null: it can. @param limit null: not chosen yet */
export function onVmObstacle(
  { login }: Pick<Vm, 'login'>,
  { can }: { readonly can: readonly string[] },
  limit: AutoStopLimit | null,
): string | null {
  if (!can.includes('stopFromInside')) return 'Its provider gives a VM no key for that.';
  if (login?.isShellOnly) return 'Its login is a shell only, which carries no script.';
  if (limit?.kind === 'spend')
    return 'A VM does not know what it costs. Choose a time, or a time without work.';
  return null;
}
