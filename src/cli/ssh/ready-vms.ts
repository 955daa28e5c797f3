import type { Settings } from '../../core/settings/index.ts';
import { answersSsh, DEFAULT_PORT, sshLoginsOf, sshVmsOf } from '../../core/ssh/index.ts';
import type { AppAccount } from '../../shared/accounts/index.ts';
import type { Vm } from '../../shared/domain/vm.ts';
import { type AppState, allVms } from '../../shared/state/index.ts';

/** More at once would look like a port scan. */
const MAX_PROBES = 50;
/** A person waits for the table, ms. */
const TIMEOUT_MS = 1_000;

type Ports = Parameters<typeof answersSsh>[2];

/** Whether SSH answers; null without a valid address, or where a proxy would answer for it. */
export async function answersLogin(
  account: Pick<AppAccount, 'id' | 'baseUrl'>,
  vm: Vm,
  settings: Settings,
  ports: Ports,
): Promise<boolean | null> {
  const [seen] = sshVmsOf([{ ...account, vms: [vm] }], sshLoginsOf(settings));
  if (seen === undefined || seen.address === null || seen.isShellOnly) return null;
  return answersSsh(seen.address, seen.login.port ?? DEFAULT_PORT, ports);
}

/** Whether the running VMs accept logins, by `vmKey`. A VM that accepted a login is not asked again until its stop. */
export function createReadiness(settings: Settings, ports: Omit<Ports, 'timeoutMs'>) {
  let known: ReadonlyMap<string, boolean> = new Map();
  return async (app: AppState): Promise<typeof known> => {
    const running = allVms(app).filter(({ vm }) => vm.phase === 'running');
    const answers = running.slice(0, MAX_PROBES).map(async ({ key, account, vm }) => {
      const isReady =
        known.get(key) === true ||
        (await answersLogin(account, vm, settings, { ...ports, timeoutMs: TIMEOUT_MS }));
      return isReady === null ? [] : [[key, isReady] as const];
    });
    known = new Map((await Promise.all(answers)).flat());
    return known;
  };
}
