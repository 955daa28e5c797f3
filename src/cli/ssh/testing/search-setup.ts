import { createAccountClient } from '../../../core/accounts/index.ts';
import { systemClock } from '../../../core/clock.ts';
import { silentLog } from '../../../core/log.ts';
import { Secret } from '../../../core/secret.ts';
import { createKeySession, parseBaseUrl } from '../../../core/service/index.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../core/settings/index.ts';
import { freshSsh } from '../../../core/ssh/testing/fresh-ssh.ts';
import { account, fakeAccounts } from '../../testing/fake-accounts.ts';
import { findLogin } from '../find-login.ts';

/** A VM as the service sends it, as far as ssh cares. */
export interface WireVm {
  readonly id: string;
  readonly instance_label: string | null;
  readonly ip_address: string | null;
  readonly status: string;
}

/** A running VM with an address, labelled with its id, with these differences. */
export function wireVm(id: string, change: Partial<WireVm> = {}): WireVm {
  return { id, instance_label: id, ip_address: '203.0.113.7', status: 'running', ...change };
}

/** What one account's service says. */
export interface Service {
  vms: readonly WireVm[];
  /** Answers everything; null: answers from `vms`. */
  fault: (() => Response | Promise<Response>) | null;
}

const SERVICE_HOSTS = { mine: 'mine.example', work: 'work.example' } as const;
type AccountName = keyof typeof SERVICE_HOSTS;

/** A user with ssh files of their own and accounts at services that say what the test says. */
export async function searchSetup(names: readonly AccountName[] = ['mine']) {
  const ssh = await freshSsh();
  const { home, folder } = ssh.places;
  const services: Record<AccountName, Service> = {
    mine: { vms: [], fault: null },
    work: { vms: [], fault: null },
  };
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, method, signal } = new Request(input, init);
    const { hostname, pathname } = new URL(url);
    requests.push(`${method} ${hostname}${pathname}`);
    const { vms, fault } = hostname === SERVICE_HOSTS.mine ? services.mine : services.work;
    if (fault !== null)
      return Promise.race([
        fault(),
        new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
      ]);
    if (pathname === '/vms') return Response.json(vms);
    const vm = vms.find(({ id }) => pathname === `/vms/${id}`);
    return vm === undefined
      ? Response.json({ detail: 'No such VM' }, { status: 404 })
      : Response.json(vm);
  };
  const network = { fetch, clock: systemClock, log: silentLog, bounds: {}, patienceMs: 1_000 };
  const stored = names.map((name) =>
    account({ id: name, label: name, baseUrl: `https://${SERVICE_HOSTS[name]}/` }),
  );
  const accounts = {
    ...fakeAccounts(account()),
    list: async () => stored,
    open({ baseUrl }: { readonly baseUrl: string }) {
      const parsed = parseBaseUrl(baseUrl);
      if (!parsed.ok) throw new Error(parsed.message);
      return createAccountClient(parsed.url, network, () => createKeySession(new Secret('key')));
    },
  };
  const said: string[] = [];
  const interrupt = new AbortController();
  return {
    ...{ home, folder, ssh, services, requests, said, interrupt, network },
    find(alias: string, settings: Settings = DEFAULT_SETTINGS) {
      const say = (message: string) => void said.push(message);
      const { signal } = interrupt;
      return findLogin({ alias, ssh, accounts, settings, network, say, signal });
    },
    aliases: async () => (await ssh.hosts.load()).map(({ alias }) => alias),
  };
}
