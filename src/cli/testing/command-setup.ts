import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { temporaryFolder } from '../../core/files/testing/temporary-folder.ts';
import { userDataFolder } from '../../core/settings/index.ts';
import { createVirtualClock } from '../../core/virtual-clock.ts';
import type { SecretInput } from '../read-secret.ts';
import { runCommand } from '../run-command.ts';
import { fakeTerminal } from './fake-terminal.ts';

/** What the service answers: by path below the base URL. */
export type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

const SPEND = { total_per_hour: 0.69, total_per_day: 16.56, total_per_month: 500, running_vms: 0 };

/** A service that answers everything a command may ask: no VMs, and a spend. */
export const HEALTHY: Answers = {
  '/vms': () => Response.json([]),
  '/billing/current-spend': () => Response.json(SPEND),
};

/** Standard input that is a pipe with that text. */
export function pipe(text: string): SecretInput {
  const input = Readable.from([Buffer.from(text)]);
  return Object.assign(input, { isTTY: false, setRawMode: () => {} });
}

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly errors: string;
}

/** A user with a settings folder of their own, and a service that answers what the test says. */
export async function commandSetup(answers: Answers = HEALTHY) {
  const home = await temporaryFolder();
  for (const name of ['XDG_CONFIG_HOME', 'HOME', 'USERPROFILE', 'APPDATA']) vi.stubEnv(name, home);
  const folder = userDataFolder(process.platform, process.env, homedir());
  const interrupt = new AbortController();
  const requests: string[] = [];

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const answer = answers[pathname];
    if (!answer) throw new TypeError('fetch failed');
    return answer(request);
  };

  return {
    requests,
    interrupt,
    /** Puts a text where the settings are. */
    async putSettings(text: string): Promise<void> {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'settings.json'), text);
    },
    settingsFolder: folder,
    traces: () => readdir(home, { recursive: true }),
    async run(argv: readonly string[], input: SecretInput = pipe('')): Promise<Run> {
      const terminal = fakeTerminal();
      const exitCode = await runCommand(argv, {
        terminal,
        input,
        prompt: (text) => terminal.error(text),
        fetch,
        clock: createVirtualClock(),
        signal: interrupt.signal,
      });
      return { exitCode, out: terminal.takeOut(), errors: terminal.takeErrors() };
    },
  };
}
