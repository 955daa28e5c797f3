import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunCommand } from './resident-shell.ts';

export type VmShell = 'dash' | 'busybox sh';

/** The variables that a provider gives to a machine. */
const VARIABLES = {
  runpod: { id: 'RUNPOD_POD_ID', key: 'RUNPOD_API_KEY' },
  vast: { id: 'CONTAINER_ID', key: 'CONTAINER_API_KEY' },
} as const;

/** All that the script uses, except for what is put in place below. */
const TOOLS = 'cat find flock id mkdir mv rm sed stat timeout tr'.split(' ');

const BUSYBOX = '/bin/busybox';
const APPLETS = execFileSync(BUSYBOX, ['--list'], { encoding: 'utf8' }).split('\n');

/**
 * Goes on only as far as the test lets the time of the VM pass, and uses CPU time meanwhile. There it waits
 * for a line of the gate, which it leaves to the next one where the process that it belongs to was killed. It ends
 * where that was killed before it started: as a child of process 1 it would take the line forever.
 */
const SLEEP = `read -r environment <"/proc/$PPID/environ"; case $environment in *"$PWD"*) ;; *) exit ;; esac
read -r slowness <slowness; left=$(($1 * slowness))
while [ "$left" -gt 0 ]; do
  read -r now _ <uptime && read -r limit <limit && read -r used <used && read -r rate <rate || exit
  step=$((limit - \${now%%.*}))
  if [ "$step" -le 0 ]; then
    echo "$limit" >blocked; read -r _ <gate
    read -r _ _ _ parent _ </proc/$$/stat; [ "$parent" = "$PPID" ] && continue
    echo >gate; exit
  fi
  [ "$step" -le "$left" ] || step=$left
  echo "$((used + rate * step))" >used
  echo "usage_usec $((used + rate * step))" >cgroup/cpu.stat
  echo "$(((used + rate * step) * 1000))" >cgroup-1/cpuacct/cpuacct.usage
  echo "cpu $(((used + rate * step) / 20000)) 0 $(((used + rate * step) / 20000)) $((\${now%%.*} * 300)) 0 0 0 0" >stat
  echo "$((\${now%%.*} + step)).25 1.0" >uptime
  left=$((left - step))
done`;

/** Notes its arguments, and sends the request to the simulator. A reading is answered from a file where there is one. */
const curl = (url: string) => `printf '%s\\n' "$@" >>arguments
case " $* " in *' GET '*) { read -r reading <reading; } 2>/dev/null && echo " $reading" && exit ;; esac
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

/** Empty: it has ended. */
export const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

/** All that runs there, also what was paused or replaced: its virtual time would pass for ever. */
function killAllOf(folder: string): void {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder)) kill(Number(name));
    } catch {
      // It has ended.
    }
}

/** Open for both directions, so that neither side waits for the other one to open it. */
const openPipe = (path: string) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK);

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
  readonly run: RunCommand;
  /** Status with which each reading of its record is answered, in place of a request to the provider. */
  readonly reading?: number | null;
}

/** A machine whose time, load, terminals and provider are the test's. */
export async function armedMachine(options: ArmedMachineOptions) {
  const { shell, without = [], cgroup = 'cgroup', provider, url, id, key, run } = options;
  const folder = join(options.parent, 'vm');
  const bin = join(folder, 'bin');
  for (const each of ['bin', 'cgroup', 'cgroup-1/cpuacct', 'cgroup-1/cpu', 'pts'])
    await mkdir(join(folder, each), { recursive: true });
  await run(`mkfifo '${folder}/gate' '${folder}/blocked'`);
  const gate = openPipe(join(folder, 'gate'));
  const blocked = new Socket({ fd: openPipe(join(folder, 'blocked')), readable: true });
  onTestFinished(() => {
    closeSync(gate);
    blocked.destroy();
  });
  /** The time at which it waits. */
  let reached = 0;
  blocked.setEncoding('utf8').on('data', (text: string) => {
    reached = Number(text.trim().split('\n').at(-1));
  });

  const program = async (name: string, text: string) => {
    const file = join(bin, name);
    await writeFile(file, `#!/bin/dash\ncd '${folder}' || exit\n${text}\n`);
    await chmod(file, 0o755);
  };
  const note = async (name: string, text: string) => {
    await writeFile(join(folder, `${name}.new`), text);
    await rename(join(folder, `${name}.new`), join(folder, name));
  };
  const places = Object.entries({ ...PLACES, cgroup }).map(
    ([name, place]) => [name, join(folder, place)] as const,
  );
  const moved = places.map(([name, place]) => `-e 's|^${name}=/.*|${name}=${place}|'`);
  await program('sh', `/usr/bin/sed ${moved.join(' ')} | exec /bin/${shell} "$@"`);
  await program('curl', curl(url));
  await program('sleep', SLEEP);
  await program('nvidia-smi', 'while read -r load; do echo "$load"; done <gpus');
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
  if (options.reading) await note('reading', `${options.reading}\n`);
  await note('cgroup-1/cpu/cpu.cfs_quota_us', '400000\n');
  await note('cgroup-1/cpu/cpu.cfs_period_us', '100000\n');

  onTestFinished(async () => {
    killAllOf(folder);
    const sent = await readFile(join(folder, 'arguments'), 'utf8').catch(() => '');
    expect(sent).not.toContain(key);
    expect(sent).not.toMatch(/^date$/m);
  });
  const passTo = async (limit: number) => {
    await note('limit', `${limit}\n`);
    writeSync(gate, '\n');
  };
  const pid = async () =>
    Number((await readFile(join(folder, 'tmp', 'holder'), 'utf8')).split(' ')[0]);
  return {
    ...{ folder, bin, note, setVariables, program, pid },
    /** Like its `sh -s`, in fewer programs. @returns the exit code, once the output is in that file */
    async runScript(script: string, words: readonly string[], output: string): Promise<number> {
      const text = places.reduce(
        (before, [name, place]) => before.replace(RegExp(`^${name}=/.*`, 'm'), `${name}=${place}`),
        script,
      );
      await writeFile(`${output}.sh`, text);
      const program = `exec /bin/${shell} -s -- ${words.join(' ')}`;
      return run(`export PATH='${bin}'; ${program} <'${output}.sh' >'${output}'`);
    },
    remove: (name: string) => rm(join(folder, name), { recursive: true }),
    text: (name: string) => readFile(join(folder, name), 'utf8'),
    /** Lets its time pass, until the armed process sleeps again. */
    async pass(seconds: number): Promise<void> {
      const limit = Number(await readFile(join(folder, 'limit'), 'utf8')) + seconds;
      await passTo(limit);
      while (reached !== limit) await once(blocked, 'data');
    },
    /** Lets its time pass, in which the armed process ends. */
    async passToEnd(limit: number, id = pid()): Promise<void> {
      const ending = await id;
      await passTo(limit);
      await expect.poll(() => commandOf(ending), { timeout: 120_000 }).toBe('');
    },
    /** Input at a terminal, at a time of the wall clock, s. */
    async type(at: number): Promise<void> {
      const file = join(folder, 'pts', '0');
      await writeFile(file, '');
      await utimes(file, at, at);
    },
  };
}
