import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Simulator, StartOptions } from '../../simulator/index.ts';
import { type VmLogin, vmKey } from '../../src/shared/app/index.ts';
import type { Keyring } from '../keyring/harness.ts';
import { type DesktopOptions, type RecordedApplication, startApplication } from './desktop.ts';
import { simulate, temporaryFolder } from './fixtures.ts';

const PLAIN = { user: null, port: null, identityFile: null };

/** The application on a home of its own, signed in to a simulator. */
export interface SshApplication extends RecordedApplication {
  readonly simulator: Simulator;
  readonly accountId: string;
  readonly home: string;
  /** One of ssh's files of ours. */
  file(name: 'config' | 'hosts.json' | 'known_hosts'): string;
  text(name: 'config' | 'hosts.json' | 'known_hosts'): Promise<string>;
  /** The user's own configuration. */
  readonly userConfig: string;
  /** The aliases in our configuration. */
  aliases(): Promise<readonly string[]>;
  login(vmId: string): VmLogin | undefined;
  /** Asks the service now. */
  refresh(): Promise<void>;
  setPort(port: number): Promise<void>;
  /** What ssh would do for a name. */
  sshAnswers(alias: string): readonly string[];
}

export async function sshApplication(
  keyring: Pick<Keyring, 'env'>,
  service: StartOptions = {},
  desktop: DesktopOptions = {},
): Promise<SshApplication> {
  const simulator = await simulate({ vms: 0, ...service });
  const home = await temporaryFolder();
  const userConfig = join(home, '.ssh', 'config');
  await mkdir(join(home, '.ssh'), { mode: 0o700 });
  await writeFile(userConfig, 'Host mine\n  HostName 192.0.2.9\n', { mode: 0o600 });
  const recorded = await startApplication(keyring, home, desktop);
  const { application } = recorded;
  const key = simulator.credentials[0].apiKeys.read_write;
  const request = { baseUrl: simulator.baseUrl, key, accountId: null };
  const { accountId } = await application.requests.signInWithKey(request);
  const file = (name: string) => join(home, 'ssh', name);
  const refresh = () => application.requests.refresh({ accountId: null });
  await refresh();
  return {
    ...{ ...recorded, simulator, accountId, home, userConfig, file, refresh },
    text: (name) => readFile(file(name), 'utf8'),
    aliases: async () =>
      [...(await readFile(file('config'), 'utf8')).matchAll(/^Host (.*)$/gm)].map(
        ([, alias = '']) => alias,
      ),
    login: (vmId) => application.state().vmLogins[vmKey(accountId, vmId)],
    setPort: (port) =>
      application.requests.changeLogin({ scope: { kind: 'all' }, login: { ...PLAIN, port } }),
    sshAnswers: (alias) =>
      spawnSync('ssh', ['-F', userConfig, '-G', '--', alias], { encoding: 'utf8' }).stdout.split(
        '\n',
      ),
  };
}
