import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Simulator } from '../../simulator/index.ts';
import { type Env, newUser, type Result, runInProcess, start } from './command-line.ts';
import { freePort, simulate } from './fixtures.ts';
import { keychainUser } from './users.ts';

// Every command of README and of docs/how-do-i.md, against a simulated RunPod, in a home of its own. A keychain is a quarter of a
// second of CPU time for each command: other sections than those that sign in or out, or watch with it, read a credentials file.

const PROJECT = resolve(import.meta.dirname, '../..');

/** Lines that no test runs here, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npx ./gpu-tray-0.2.0.tgz demo': 'tests/packaging, with the packed file',
  'npm install --global ./gpu-tray-0.2.0.tgz': 'tests/packaging, with the packed file',
  'npm ci': 'needs a network',
  'npm run demo': 'scripts/demo/demo.test.ts',
  'npm start': 'needs Electron',
  'npm rm --global gpu-tray': 'changes this computer',
  'ssh gpu-train-1': 'tests/ssh, with a real SSH server',
  'scp -r data gpu-train-1:': 'tests/ssh, with a real SSH server',
};

const OF_KEYCHAIN = /^gpu-tray (login|logout|watch --idle-stop)/;

/** Answers to questions, and the simulator's places. */
const ADDED: readonly (readonly [command: RegExp, options: (sim: Simulator) => string[]])[] = [
  [/^(stop|autostop) /, () => ['--yes']],
  [/^ssh /, () => ['--print']],
  [/^login/, ({ baseUrl }) => ['--base-url', baseUrl]],
  // There is no terminal to ask at.
  [/^login$/, () => ['--provider', 'runpod', '--api-key-stdin']],
];

/** The sections of a page, each with its commands: of `sh` blocks, without comments, and in sentences. */
function sectionsOf(page: string, text: string) {
  return text.split(/^## /m).map((section) => {
    const [title = '', ...rest] = section.split('\n');
    const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
      block.split('\n').map((line) => line.replace(/\s+#.*/, '')),
    );
    const sentences = section.replaceAll(/```[\s\S]*?```/g, '');
    const named = [...sentences.matchAll(/`(gpu-tray [^`<]+)`/g)].map(([, line = '']) => line);
    const commands = [...blocks, ...named].filter(Boolean);
    return { title: `${page}: ${title}`, lines: rest.filter(Boolean).length, commands };
  });
}

const read = (page: string) => readFile(join(PROJECT, page), 'utf8');
const HOW_DO_I = sectionsOf('how-do-i', await read('docs/how-do-i.md')).slice(1);
const SECTIONS = [...sectionsOf('README', await read('README.md')), ...HOW_DO_I].filter(
  ({ commands }) => commands.length > 0,
);

test('the page has twelve answers of at most six lines', () => {
  expect(HOW_DO_I).toHaveLength(12);
  expect(HOW_DO_I.filter(({ lines }) => lines > 6)).toEqual([]);
});

test('the lines that are not run are on a page', () => {
  const all = SECTIONS.flatMap(({ commands }) => commands);
  expect(Object.keys(NOT_RUN).filter((line) => !all.includes(line))).toEqual([]);
});

/** A user of a simulated RunPod with a busy pod, train-1, and an idle one, scratch. */
async function startUser(hasKeychain: boolean) {
  const simulator = await simulate({ provider: 'runpod', vms: 0, sshPort: await freePort() });
  const { control, baseUrl, credentials } = simulator;
  control.createVm({ instance_label: 'train-1', status: 'running' });
  const idle = control.createVm({ instance_label: 'scratch', status: 'running', load: 'idle' });
  const user = hasKeychain ? (await keychainUser()).keyring.env : await newUser();
  const { HOME: home = '', XDG_CONFIG_HOME: config = '' } = user;
  const key = credentials[0].apiKeys.read_write;
  const file = join(home, 'credentials.json');
  const accounts = [{ provider: 'runpod', baseUrl, apiKey: key }];
  const sendTo = [{ kind: 'ntfy', url: 'https://127.0.0.1:1', topic: 'alerts' }];
  await writeFile(file, JSON.stringify({ accounts, sendTo }));
  await chmod(file, 0o600);
  const env: Env = hasKeychain ? user : { ...user, GPU_TRAY_CREDENTIALS_FILE: file };
  const run = (args: readonly string[], input = '') => runInProcess(args, input, env);
  return {
    ...{ simulator, env, key, run },
    /** As the app notes it each minute. */
    async noteIdle(): Promise<void> {
      const settings = join(config, 'GPU Tray', 'settings.json');
      // Stores the account of the file.
      if (!hasKeychain) await run(['status']);
      const [{ id }] = JSON.parse(await readFile(settings, 'utf8')).accounts;
      const seen = { at: Date.now(), lowSince: 0, workedUntil: null, gpu: 0 };
      const note = { at: Date.now(), accounts: [id], idlePercent: 10 };
      const vms = { [`${id}/${idle.id}`]: seen };
      await writeFile(join(config, 'GPU Tray', 'idle.json'), JSON.stringify({ ...note, vms }));
    },
  };
}

/** Runs `gpu-tray watch` until its first line. */
async function watchOnce(words: readonly string[], env: Env): Promise<Result> {
  const watch = start(words, { env });
  await watch.printed(1);
  watch.child.kill('SIGTERM');
  return watch.ended;
}

test.each(SECTIONS)('the commands of $title', async ({ commands }) => {
  const hasKeychain = commands.some((line) => OF_KEYCHAIN.test(line));
  const { simulator, env, key, run, noteIdle } = await startUser(hasKeychain);
  if (hasKeychain && !commands.some((line) => line.startsWith('gpu-tray login')))
    await run(
      ['login', '--provider', 'runpod', '--base-url', simulator.baseUrl, '--api-key-stdin'],
      key,
    );
  for (const line of commands.filter((each) => NOT_RUN[each] === undefined)) {
    const [, typed = line] = /^gpu-tray (.*?)( < \S+)?$/.exec(line) ?? [];
    const words = typed.replace('9400', String(await freePort())).split(' ');
    const added = ADDED.flatMap(([command, options]) =>
      command.test(typed) ? options(simulator) : [],
    );
    if (words[0] === 'stop') await noteIdle();
    const result =
      words[0] === 'watch'
        ? await watchOnce(words, env)
        : await run([...words, ...added], words[0] === 'login' ? key : '');
    expect([line, result]).toMatchObject([line, { code: 0, stderr: '' }]);
  }
});
