import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type KeyPair, makeKey } from './host-keys.ts';
import type { Endpoint } from './run-sshd.ts';
import { startSshd } from './sshd.ts';

export type VmShell = 'dash' | 'busybox sh';

/** The variables that a provider gives to a machine. */
const VARIABLES = {
  runpod: { id: 'RUNPOD_POD_ID', key: 'RUNPOD_API_KEY' },
  vast: { id: 'CONTAINER_ID', key: 'CONTAINER_API_KEY' },
} as const;

/** All that the script uses, except for what is put in place below. */
const TOOLS = 'cat find flock head id mkdir mv rm sed stat timeout tr'.split(' ');

const BUSYBOX = '/bin/busybox';
const APPLETS = execFileSync(BUSYBOX, ['--list'], { encoding: 'utf8' }).split('\n');

/** Goes on only as far as the test lets the time of the VM pass, which the gate tells, and uses CPU time meanwhile. */
const SLEEP = `read -r slowness <slowness; left=$(($1 * slowness))
while [ "$left" -gt 0 ]; do
  read -r now _ <uptime && read -r limit <limit && read -r used <used && read -r rate <rate || exit
  step=$((limit - \${now%%.*}))
  if [ "$step" -le 0 ]; then echo "$limit" >blocked; read -r _ <gate; continue; fi
  [ "$step" -le "$left" ] || step=$left
  echo "$((used + rate * step))" >used
  echo "usage_usec $((used + rate * step))" >cgroup/cpu.stat
  echo "$(((used + rate * step) * 1000))" >cgroup-1/cpuacct/cpuacct.usage
  echo "cpu $(((used + rate * step) / 20000)) 0 $(((used + rate * step) / 20000)) $((\${now%%.*} * 300)) 0 0 0 0" >stat
  echo "$((\${now%%.*} + step)).25 1.0" >uptime.new; mv uptime.new uptime
  left=$((left - step))
done`;

/** Notes its arguments, and sends the request to the simulator. */
const curl = (url: string) => `printf '%s\\n' "$@" >>arguments
for word in "$@"; do
  shift
  case $word in
    https://api.runpod.io/*) word="${url}\${word#https://api.runpod.io}" ;;
    https://console.vast.ai/*) word="${url}\${word#https://console.vast.ai}" ;;
    =https) word='=http' ;;
  esac
  set -- "$@" "$word"
done
exec /usr/bin/curl "$@"`;

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** All that runs there, also what was paused or replaced: its virtual time would pass for ever. */
function killAllOf(folder: string): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder)) kill(Number(name));
    } catch {
      // It has ended.
    }
}

/** A program of the system; knip takes names in the call for npm packages. */
const MKFIFO = 'mkfifo';

/** Lets a machine go on that waits there, if one does. */
function openGate(gate: string): void {
  try {
    const file = openSync(gate, constants.O_WRONLY | constants.O_NONBLOCK);
    writeSync(file, '\n');
    closeSync(file);
  } catch {
    // None waits.
  }
}

/** Places of the script that are the test's, in the folder of the machine. */
const PLACES = {
  uptime: 'uptime',
  cpus: 'stat',
  terminals: 'pts',
  environment: 'environ',
  folder: 'tmp',
};

interface ArmedMachineOptions {
  readonly shell: VmShell;
  /** Programs that it lacks. */
  readonly without?: readonly string[];
  /** Where it tells the use of its CPU. */
  readonly cgroup?: 'cgroup' | 'cgroup-1' | 'none';
  readonly provider: keyof typeof VARIABLES;
  /** Its record at the simulated provider, and the key that may stop it. */
  readonly url: string;
  readonly id: string;
  readonly key: string;
  /** For all files. */
  readonly parent: string;
  readonly userKey: KeyPair;
  /** Of its sshd. */
  readonly endpoint: Endpoint;
}

/** A machine with a real sshd, whose time, load, terminals and provider are the test's. */
export async function armedMachine(options: ArmedMachineOptions) {
  const { shell, without = [], cgroup = 'cgroup', provider, url, id, key } = options;
  const folder = join(options.parent, 'vm');
  const bin = join(folder, 'bin');
  for (const each of ['bin', 'cgroup', 'cgroup-1/cpuacct', 'cgroup-1/cpu', 'pts'])
    await mkdir(join(folder, each), { recursive: true });
  const gate = join(folder, 'gate');
  execFileSync(MKFIFO, [gate]);

  const program = async (name: string, text: string) => {
    const file = join(bin, name);
    await writeFile(file, `#!/bin/dash\ncd '${folder}' || exit\n${text}\n`);
    await chmod(file, 0o755);
  };
  const note = async (name: string, text: string) => {
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };
  const moved = Object.entries({ ...PLACES, cgroup }).map(
    ([name, place]) => `-e 's|^${name}=/.*|${name}=${join(folder, place)}|'`,
  );
  await program('sh', `/usr/bin/sed ${moved.join(' ')} | exec /bin/${shell} "$@"`);
  await program('curl', curl(url));
  await program('sleep', SLEEP);
  await program('nvidia-smi', 'cat gpus');
  await program('nproc', 'echo 4');
  await program('date', 'echo date >>arguments');
  for (const name of TOOLS) {
    const isApplet = shell !== 'dash' && APPLETS.includes(name);
    await symlink(isApplet ? BUSYBOX : `/usr/bin/${name}`, join(bin, name));
  }
  for (const name of without) await rm(join(bin, name));
  const setVariables = (values: Readonly<Record<string, string>>) =>
    note(
      'environ',
      Object.entries(values)
        .map((each) => `${each.join('=')}\0`)
        .join(''),
    );
  const names = VARIABLES[provider];
  await setVariables({ [names.id]: id, [names.key]: key });
  await note('uptime', '10000.25 1.0\n');
  for (const [name, value] of Object.entries({
    limit: 10_000,
    used: 0,
    rate: 1000,
    slowness: 1,
    gpus: '0\n0',
  }))
    await note(name, `${value}\n`);
  await note('cgroup/cpu.stat', 'usage_usec 0\n');
  await note('cgroup/cpu.max', '400000 100000\n');
  await note('cgroup-1/cpuacct/cpuacct.usage', '0\n');
  await note('stat', 'cpu 0 0 0 0 0 0 0 0\n');
  await note('cgroup-1/cpu/cpu.cfs_quota_us', '400000\n');
  await note('cgroup-1/cpu/cpu.cfs_period_us', '100000\n');

  await startSshd({
    folder: options.parent,
    endpoint: options.endpoint,
    hostKey: makeKey(options.parent, 'host_key'),
    userKey: options.userKey,
    config: [`SetEnv PATH=${bin}`],
  });
  onTestFinished(async () => {
    killAllOf(folder);
    const sent = await readFile(join(folder, 'arguments'), 'utf8').catch(() => '');
    expect(sent).not.toContain(key);
    expect(sent).not.toMatch(/^date$/m);
  });
  return {
    ...{ folder, note, setVariables, program },
    remove: (name: string) => rm(join(folder, name), { recursive: true }),
    text: (name: string) => readFile(join(folder, name), 'utf8'),
    /** Lets its time pass, until the armed process sleeps again. */
    async pass(seconds: number): Promise<void> {
      const limit = Number(await readFile(join(folder, 'limit'), 'utf8')) + seconds;
      await note('limit', `${limit}\n`);
      const blocked = () => {
        openGate(gate);
        return readFile(join(folder, 'blocked'), 'utf8').catch(() => '');
      };
      await expect.poll(blocked, { interval: 10 }).toBe(`${limit}\n`);
    },
    /** Lets its time pass, in which the armed process ends: the process may be on its way from the gate already. */
    async passToEnd(limit: number): Promise<void> {
      const before = await readFile(join(folder, 'uptime'), 'utf8');
      await note('limit', `${limit}\n`);
      const uptime = () => {
        openGate(gate);
        return readFile(join(folder, 'uptime'), 'utf8');
      };
      await expect.poll(uptime, { interval: 10 }).not.toBe(before);
    },
    /** Input at a terminal, at a time of the wall clock, s. */
    async type(at: number): Promise<void> {
      const file = join(folder, 'pts', '0');
      await writeFile(file, '');
      await utimes(file, at, at);
    },
    pid: async () => Number((await readFile(join(folder, 'tmp', 'holder'), 'utf8')).split(' ')[0]),
  };
}
