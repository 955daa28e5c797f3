import type { Vm } from '../domain/vm.ts';
import type { AutoStopLimit } from './auto-stop.ts';

/** Why a VM can’t stop itself; null: it can. @param limit null: not chosen yet */
export function onVmObstacle(
  { login }: Pick<Vm, 'login'>,
  { can }: { readonly can: readonly string[] },
  limit: AutoStopLimit | null,
): string | null {
  if (!can.includes('stopFromInside')) return 'This provider doesn’t give VMs a key for that.';
  if (login?.isShellOnly) return 'Its login only gives a shell, which can’t run the script.';
  if (limit?.kind === 'spend') return 'VMs can’t see their cost. Choose a time or an idle time.';
  return null;
}
