import type { Check } from '../../../shared/diagnostics/check.ts';
import type { AppState } from '../../../shared/state/index.ts';
import {
  decideChecks,
  diagnosticsText,
  type Facts,
  serviceFacts,
  shapesText,
  sshFacts,
} from '../../checks/index.ts';
import { sleep } from '../../clock.ts';
import type { AccountClient } from '../../providers/index.ts';
import type { Ssh } from '../../ssh/index.ts';
import type { Part, PartPorts } from '../kernel/ports.ts';

interface DiagnosePorts extends PartPorts {
  readonly ssh: Ssh;
  readonly clients: ReadonlyMap<string, AccountClient>;
}

/** ms; a slow account is checked by its last snapshot. */
const MAX_REFRESH_MS = 10_000;

export function startDiagnostics(ports: DiagnosePorts) {
  const { store, monitor, desktop, network } = ports;
  let last: readonly Check[] = [];

  async function collect(): Promise<Facts> {
    const status = await ports.vault.status();
    const keychain = store.get().keychain === 'waiting' ? ('waiting' as const) : status;
    const [services, ssh, ofDesktop] = await Promise.all([
      serviceFacts(store.get().accounts, network, desktop.proxyFor),
      sshFacts(ports.ssh),
      desktop.inspect(),
      // It would open a prompt for a locked keychain.
      keychain === 'available' &&
        Promise.race([monitor.refresh(), sleep(network.clock, MAX_REFRESH_MS)]),
    ]);
    const app: AppState = { ...store.get(), keychain };
    const acting = app.actsElsewhere ?? 'self';
    const hasAutoStops = Object.keys(app.autoStops).length > 0;
    return { app, services, ssh, acting, hasAutoStops, desktop: ofDesktop };
  }

  return {
    requests: {
      async diagnose() {
        last = decideChecks(await collect());
        return last;
      },
      copyDiagnostics() {
        return desktop.copy(diagnosticsText(store.get(), last, ports.recentErrors()));
      },
      async copyShapes() {
        const { accounts, environment } = store.get();
        const shaped = accounts.flatMap(({ id, provider }) => {
          const client = ports.clients.get(id);
          return client === undefined ? [] : { provider, client };
        });
        await desktop.copy(await shapesText(environment.version, shaped, network.clock));
      },
    },
  } satisfies Part;
}
