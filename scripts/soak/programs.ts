import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ActingProgram } from '../../src/shared/acting/acting.ts';
import type { FromProgram, Notified, ProgramArgument, Reply, ToProgram } from './program.ts';

interface ProgramsPorts extends Pick<ProgramArgument, 'folder' | 'seed' | 'receiver'> {
  readonly now: () => number;
  /** `aheadMs`: how far the computer's clock is ahead. `answerMs`: how long the receiver's answers take. */
  readonly conditions: () => Pick<ToProgram & { kind: 'pass' }, 'aheadMs' | 'answerMs'>;
  readonly onNotified: (notified: Notified) => void;
}

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

/** The app and `gpu-tray watch` as processes on one settings folder, with the time of the soak. */
export function createPrograms({ now, conditions, onNotified, ...given }: ProgramsPorts) {
  const running = new Map<ActingProgram, { readonly child: ChildProcess; last: Reply }>();
  let starts = 0;

  /** Resolves to null when the program is killed meanwhile. */
  const nextReply = (name: ActingProgram, child: ChildProcess) =>
    new Promise<Reply | null>((resolve, reject) => {
      function settle(reply: Reply | null): void {
        child.off('message', listen);
        child.off('close', end);
        resolve(reply);
      }
      function listen(message: FromProgram): void {
        if (message.kind === 'notified') onNotified(message);
        else settle(message);
      }
      function end(code: number | null): void {
        if (code === null || code === 0) settle(null);
        else reject(new Error(`${name} ended with ${code}`));
      }
      child.on('message', listen);
      child.on('close', end);
    });

  async function send(name: ActingProgram, message: ToProgram): Promise<Reply | null> {
    const program = running.get(name);
    if (program === undefined) return null;
    const replying = nextReply(name, program.child);
    program.child.send(message);
    const reply = await replying;
    if (reply === null) running.delete(name);
    else program.last = reply;
    return reply;
  }

  const acting = () => [...running].filter(([, { last }]) => last.isActing);

  return {
    names: () => [...running.keys()],
    acting: (): ActingProgram | null => acting()[0]?.[0] ?? null,
    both: () => acting().length > 1,
    /** What the acting program said last; null: none acts. */
    said: (): Reply | null => acting()[0]?.[1].last ?? null,
    /** Whether a program shows the auto-stop of the VM; true without one. */
    lists: (vmId: string) =>
      running.size === 0 ||
      [...running.values()].some(({ last }) => last.autoStops.some((key) => key.endsWith(vmId))),
    async start(program: ActingProgram, account?: ProgramArgument['account']): Promise<void> {
      starts += 1;
      const { aheadMs } = conditions();
      const seed = given.seed + starts;
      const argument: ProgramArgument = { ...given, program, now: now(), aheadMs, seed, account };
      const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
      const child = fork(PROGRAM, [JSON.stringify(argument)], { stdio: [...stdio] });
      const last = await nextReply(program, child);
      if (last === null) throw new Error(`${program} ended at its start`);
      running.set(program, { child, last });
    },
    /** Runs their timers until now. @param isAsleep the computer slept until now */
    async pass(isAsleep = false): Promise<void> {
      for (const name of [...running.keys()])
        await send(name, { kind: 'pass', until: now(), isAsleep, ...conditions() });
    },
    event: (name: ActingProgram, event: (ToProgram & { kind: 'event' })['name']) =>
      send(name, { kind: 'event', name: event }),
    /** False: it was refused, or the program was killed. */
    async set(name: ActingProgram, vmId: string, when: string): Promise<boolean> {
      return (await send(name, { kind: 'set', vmId, when }))?.isSet === true;
    },
    async stop(name: ActingProgram): Promise<void> {
      const child = running.get(name)?.child;
      if (child === undefined) return;
      const closed = once(child, 'close');
      await send(name, { kind: 'stop' });
      running.delete(name);
      await closed;
    },
    /** SIGKILL, also in the middle of its work. Resolves when it has exited. */
    async kill(name: ActingProgram): Promise<void> {
      const child = running.get(name)?.child;
      running.delete(name);
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

export type Programs = ReturnType<typeof createPrograms>;
