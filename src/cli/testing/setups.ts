import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { silentLog } from '../../core/log.ts';
import { createAccountClient, createKeySession, parseBaseUrl } from '../../core/providers/index.ts';
import { createRentalClient } from '../../core/providers/rental/client.ts';
import { Secret } from '../../core/secret.ts';
import { DEFAULT_SETTINGS, type Settings, userDataFolder } from '../../core/settings/index.ts';
import { freshSsh } from '../../core/ssh/testing/fresh-ssh.ts';
import { createVirtualClock } from '../../core/testing/virtual-clock.ts';
import { openSource } from '../accounts/sources.ts';
import type { SecretInput } from '../read-line.ts';
import { runCommand } from '../run-command.ts';
import { findVm, loginOf } from '../ssh/find-login.ts';
import { account, fakeAccounts, fakeContext, fakeSettings, fakeTerminal } from './fakes.ts';

/** The service's answers, by path below the base URL. */
export type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

const SPEND = { total_per_hour: 0.69, total_per_day: 16.56, total_per_month: 500, running_vms: 0 };

const USAGE = { total_cost: 12.5, total_hours: 20, usage_logs: [], vm_breakdown: [] };

/** No VMs, a spend, and the same costs for every period. */
export const HEALTHY: Answers = {
  '/vms': () => Response.json([]),
  '/billing/current-spend': () => Response.json(SPEND),
  '/billing/usage': () => Response.json(USAGE),
};

/** Standard input that is a pipe. */
export function pipe(text: string): SecretInput {
  return Readable.from([Buffer.from(text)]);
}

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs whole command lines with an empty home. @param now ms since the epoch */
export async function commandSetup(answers: Answers = HEALTHY, now?: number) {
  const home = await temporaryFolder();
  for (const name of ['XDG_CONFIG_HOME', 'HOME', 'USERPROFILE', 'APPDATA']) vi.stubEnv(name, home);
  const settingsFolder = userDataFolder(process.platform, process.env, homedir());
  const interrupt = new AbortController();
  const requests: string[] = [];
  const hosts = new Set<string>();

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { host, pathname } = new URL(request.url);
    hosts.add(host);
    requests.push(`${request.method} ${pathname}`);
    const answer = answers[pathname];
    if (!answer) throw new TypeError('fetch failed');
    return answer(request);
  };

  return {
    requests,
    hosts,
    interrupt,
    fetch,
    settingsFolder,
    async writeSettings(text: string): Promise<void> {
      await mkdir(settingsFolder, { recursive: true });
      await writeFile(join(settingsFolder, 'settings.json'), text);
    },
    /** Everything below the home. */
    files: () => readdir(home, { recursive: true }),
    async run(argv: readonly string[], input: SecretInput = pipe('')): Promise<Run> {
      const terminal = fakeTerminal();
      const exitCode = await runCommand(argv, {
        terminal,
        input,
        prompt: (text) => terminal.error(text),
        fetch,
        clock: createVirtualClock(now),
        signal: interrupt.signal,
      });
      return { exitCode, out: terminal.takeOut(), errors: terminal.takeErrors() };
    },
  };
}

/** The part of the service's VM record that SSH uses. */
export interface WireVm {
  readonly id: string;
  readonly instance_label: string | null;
  readonly vmid?: number;
  readonly ip_address: string | null;
  readonly status: string;
}

/** A running VM with an address, labeled with its id. */
export function wireVm(id: string, change: Partial<WireVm> = {}): WireVm {
  return { id, instance_label: id, ip_address: '203.0.113.7', status: 'running', ...change };
}

interface Service {
  vms: readonly WireVm[];
  /** Answers every request; null: answers come from `vms`. */
  fault: (() => Response | Promise<Response>) | null;
}

const SERVICE_HOSTS = { mine: 'mine.example', work: 'work.example' } as const;
type AccountName = keyof typeof SERVICE_HOSTS;

/** Looks up aliases with SSH files in a temporary home and accounts at fake services. */
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
  const network = { fetch, clock: systemClock, log: silentLog, bounds: {}, listMs: 1_000 };
  const stored = names.map((name) =>
    account({ id: name, label: name, baseUrl: `https://${SERVICE_HOSTS[name]}/` }),
  );
  const accounts = {
    ...fakeAccounts(account()),
    list: async () => stored,
    open({ baseUrl }: { readonly baseUrl: string }) {
      const parsed = parseBaseUrl(baseUrl);
      if (!parsed.ok) throw new Error(parsed.message);
      return createAccountClient({ base: parsed.url, open: createRentalClient }, network, {
        createSession: () => createKeySession(new Secret('key')),
      });
    },
  };
  const warnings: string[] = [];
  const interrupt = new AbortController();
  const search = (typed: string, settings: Settings) => ({
    typed,
    ssh,
    sources: stored.map((one) => openSource(accounts, one, stored)),
    ...fakeContext(null, {
      settings: fakeSettings(settings),
      clock: network.clock,
      warn: (message: string) => void warnings.push(message),
      signal: interrupt.signal,
    }),
  });
  return {
    home,
    folder,
    ssh,
    services,
    requests,
    warnings,
    interrupt,
    network,
    find: (typed: string, settings: Settings = DEFAULT_SETTINGS) =>
      loginOf(search(typed, settings)),
    /** As `stop` and others that do more than log in. */
    findVm: async (typed: string) => (await findVm(search(typed, DEFAULT_SETTINGS))).host,
    aliases: async () => (await ssh.hosts.load()).map(({ alias }) => alias),
  };
}
