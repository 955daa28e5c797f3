import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { launchEnvironment } from '../run-with-timeout.ts';
import { userDataFolder } from '../settings/index.ts';
import { createTimerCalls } from './armed/armed-stops.ts';
import type { SshSetup } from './commands/arguments.ts';
import { createRunOnVm } from './commands/run-on-vm.ts';
import { configArguments, userConfigPath } from './config/config-words.ts';
import type { HostContext } from './config/host-blocks.ts';
import { createKnownHosts } from './config/known-hosts.ts';
import { createSshHosts } from './config/ssh-hosts.ts';
import { createUserInclude } from './include/user-include.ts';
import { isProgram as isProgramHere, type ProgramSearch } from './launch/find-program.ts';
import { createAskGpus } from './load/ask-gpus.ts';
import { type AskSsh, createAskSsh, findSsh, sshRunner } from './probe/ssh-programs.ts';

export type Ssh = ReturnType<typeof openSsh>;

export interface SshPorts {
  readonly places: HostContext;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly clock: Clock;
  readonly log: Log;
  /** The beginning of the aliases, as set by the user. */
  readonly prefix: () => string;
  /** Default: looks at this computer. */
  readonly isProgram?: ProgramSearch['isProgram'];
}

export function openSsh(ports: SshPorts) {
  const { places, env, clock, log, prefix, isProgram = isProgramHere } = ports;
  // An AppImage puts its own folder first on PATH.
  const search = { platform: process.platform, env: launchEnvironment(env), isProgram };
  const run = sshRunner(search);
  const args = configArguments(places);
  const hasConfig = () => args.length === 0 || existsSync(userConfigPath(places));
  // `ssh -F` fails on a missing file. Without a file, hosts have the defaults, so that no program is started for each.
  const ask = createAskSsh(run, () => (hasConfig() ? args : ['-F', 'none']));
  const askOfHost: AskSsh = async (...host) => (hasConfig() ? ask(...host) : new Map());
  const knownHosts = createKnownHosts(join(places.folder, 'known_hosts'), log, run, () => setup());
  const shared = { ...places, clock, prefix };
  const hosts = createSshHosts({ ...shared, ask: askOfHost, log, knownHosts });
  // One for all GPU Trays of this user, whatever their folder: they edit the same file.
  const lockFile = join(userDataFolder(places.platform, {}, places.home), 'ssh', 'include.lock');
  const include = createUserInclude({ ...shared, ask, lockFile, writeOurs: hosts.rewrite });
  const setupFor = (isIncluded: boolean): SshSetup => ({
    ...places,
    isIncluded,
    configArguments: hasConfig() ? args : [],
  });
  const state = async () => (hasConfig() ? include.state() : 'absent');
  const setup = async () => setupFor((await state()) === 'active');
  const runOnVm = createRunOnVm(run, setup, clock);
  return {
    places,
    hosts,
    knownHosts,
    include: { ...include, state },
    /** The full path of ssh; null: not installed. */
    program: () => findSsh(search),
    /** The context of commands, by what ssh reads now; without starting ssh where it would read no file. */
    setup,
    setupFor,
    callerOf: createTimerCalls(runOnVm, clock),
    gpus: createAskGpus(runOnVm),
  };
}

/** The home folder in the user database. A user id without an entry there has `$HOME` only. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

/** @param userData the folder of the settings */
export function systemSshPlaces(
  userData: string,
  home = homedir() || accountHome(),
  { platform }: Pick<NodeJS.Process, 'platform'> = process,
): HostContext {
  const folder = join(userData, 'ssh');
  // A GPU Tray with other settings (a demo, `XDG_CONFIG_HOME`) has other accounts, and would remove the aliases of these.
  const isDefault = userData === userDataFolder(platform, {}, home);
  const configFile = join(isDefault ? join(home, '.ssh', 'gpu-tray') : folder, 'config');
  return { folder, configFile, home, accountHome: accountHome(), platform };
}
