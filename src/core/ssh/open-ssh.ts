import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { launchEnvironment, runWithTimeout } from '../run-with-timeout.ts';
import type { SshSetup } from './command/index.ts';
import { createSshHosts, type SshHosts } from './hosts/index.ts';
import { createUserInclude, type UserInclude } from './include/user-include.ts';
import { createKnownHosts, type KnownHosts } from './known-hosts/index.ts';
import {
  askSsh,
  configArguments,
  type Homes,
  type SshTools,
  systemSshTools,
  userConfigPath,
} from './tools/index.ts';

/** ms for a question to ssh about a name: a `Match exec` or a name server of the user's may hang. */
const ASK_MS = 5_000;
/** ms for ssh-keyscan, which waits 5 s for each kind of key it asks for. */
const SCAN_MS = 20_000;

/** Where ssh's files are, ours and the user's. */
export interface SshPlaces extends Homes {
  /** The folder of ours, absolute. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
}

/** Everything GPU Tray does with ssh's files. */
export interface Ssh {
  readonly places: SshPlaces;
  /** As they are now. */
  readonly tools: SshTools;
  readonly hosts: SshHosts;
  readonly knownHosts: KnownHosts;
  readonly include: UserInclude;
  /** What commands depend on, as the user's configuration stands now. */
  setup(): SshSetup;
}

/** Where ssh's files are, whose they are, and the environment in which its programs run. */
export interface SshPorts {
  readonly places: SshPlaces;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Our user id; null on Windows. */
  readonly uid: number | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** @throws UnusableSshFolder */
export function openSsh({ places, env, uid, clock, log }: SshPorts): Ssh {
  const { folder, home } = places;
  // An AppImage is at the head of PATH.
  const tools = systemSshTools(launchEnvironment(env));
  const args = configArguments(places);
  const scan = runWithTimeout(env, SCAN_MS);
  const brief = runWithTimeout(env, ASK_MS);
  const ask = askSsh(tools, brief, args);
  const knownHosts = createKnownHosts({ file: join(folder, 'known_hosts'), tools, run: scan, log });
  const hosts = createSshHosts({
    ...{ ...places, clock, log, tools, ask, knownHosts },
    run: brief,
  });
  // The same for every GPU Tray of this user, whatever its own folder: they share the one configuration.
  const lockFile = join(home, '.ssh', 'gpu-tray', 'include.lock');
  const include = createUserInclude({ ...places, lockFile, clock, uid, ask });
  return {
    ...{ places, hosts, knownHosts, include },
    get tools() {
      return tools();
    },
    setup: () => ({
      isIncluded: include.state() === 'active',
      // ssh fails where it is told of a file that is not there.
      configArguments: existsSync(userConfigPath(places)) ? args : [],
      ...places,
      isOption: hosts.isOption,
    }),
  };
}
