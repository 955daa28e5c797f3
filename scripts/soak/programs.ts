import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AppEvent } from '../../src/core/app/index.ts';
import type { ActingProgram } from '../../src/shared/acting/acting.ts';
import type { RequestInput, RequestName } from '../../src/shared/ipc/index.ts';
import type { ToProgram } from './program.ts';

/** A program's answer to a message, and its state after it. */
export interface Reply {
  readonly kind: 'done';
  readonly value: unknown;
  /** Null: none. */
  readonly error: string | null;
  /** As `account/vm`. */
  readonly autoStops: readonly string[];
  readonly isActing: boolean;
  /** Messages that wait. */
  readonly waiting: number;
  /** It says that they could not be sent for ten minutes. */
  readonly isLate: boolean;
}

interface Notified {
  readonly kind: 'notified';
  readonly title: string;
  readonly events: readonly AppEvent[];
}

export type FromProgram = Reply | Notified;

interface ProgramsPorts {
  readonly folder: string;
  readonly seed: number;
  readonly receiver: string;
  readonly now: () => number;
  /** How far the computer's clock is ahead, ms. */
  readonly aheadMs: () => number;
  /** How long the receiver's answers take, ms. */
  readonly answerMs: () => number;
  readonly onNotified: (program: ActingProgram, notified: Notified) => void;
}

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  last: Reply;
}

/** The app and `gpu-tray watch` as processes on one settings folder, with the time of the soak. */
export function createPrograms(ports: ProgramsPorts) {
  const running = new Map<ActingProgram, Running>();
  let starts = 0;
  /** As the program that acted last said. */
  let acted: Reply | null = null;

  /** Resolves to null when the program is killed meanwhile. */
  async function nextReply(name: ActingProgram, child: ChildProcess): Promise<Reply | null> {
    const over = new AbortController();
    const { signal } = over;
    const reply = new Promise<Reply>((resolve) => {
      const listen = (message: FromProgram) => {
        if (message.kind === 'notified') ports.onNotified(name, message);
        else resolve(message);
      };
      child.on('message', listen);
      signal.addEventListener('abort', () => child.off('message', listen));
    });
    try {
      const exit = once(child, 'close', { signal }).then(([code]) => {
        if (code !== null && code !== 0) throw new Error(`${name} ended with ${code}`);
        return null;
      });
      exit.catch(() => {});
      return await Promise.race([reply, exit]);
    } finally {
      over.abort();
    }
  }

  async function tell(name: ActingProgram, message: ToProgram): Promise<Reply | null> {
    const program = running.get(name);
    if (program === undefined) return null;
    const replying = nextReply(name, program.child);
    program.child.send(message);
    const reply = await replying;
    if (reply === null) running.delete(name);
    else program.last = reply;
    if (reply?.isActing) acted = reply;
    return reply;
  }

  const acting = (): ActingProgram | null =>
    [...running].find(([, { last }]) => last.isActing)?.[0] ?? null;

  return {
    names: () => [...running.keys()],
    acting,
    both: () => [...running.values()].filter(({ last }) => last.isActing).length > 1,
    acted: () => acted,
    /** Whether a program shows the auto-stop; true without one. */
    lists: (key: string) =>
      running.size === 0 || [...running.values()].some(({ last }) => last.autoStops.includes(key)),
    async start(name: ActingProgram): Promise<void> {
      starts += 1;
      const { folder, receiver, now, aheadMs, seed } = ports;
      const argument = { program: name, folder, receiver, now: now(), aheadMs: aheadMs() };
      const json = JSON.stringify({ ...argument, seed: seed + starts });
      const child = fork(PROGRAM, [json], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const last = await nextReply(name, child);
      if (last === null) throw new Error(`${name} ended at its start`);
      running.set(name, { child, last });
      if (last.isActing) acted = last;
    },
    /** The computer slept until now. */
    async slept(): Promise<void> {
      for (const name of [...running.keys()])
        await tell(name, { kind: 'sleep', until: ports.now() });
    },
    /** Runs their timers until now. */
    async pass(): Promise<void> {
      const { now, aheadMs, answerMs } = ports;
      for (const name of [...running.keys()])
        await tell(name, {
          kind: 'pass',
          until: now(),
          aheadMs: aheadMs(),
          answerMs: answerMs(),
        });
    },
    event: (name: ActingProgram, event: (ToProgram & { kind: 'event' })['name']) =>
      tell(name, { kind: 'event', name: event }),
    /** Null: refused. */
    async request<Name extends RequestName>(
      program: ActingProgram,
      name: Name,
      input: RequestInput<Name>,
    ): Promise<{ readonly value: unknown } | null> {
      const reply = await tell(program, { kind: 'request', name, input });
      if (reply?.error?.includes('has not ended')) throw new Error(`${name}: ${reply.error}`);
      return reply === null || reply.error !== null ? null : { value: reply.value };
    },
    async stop(name: ActingProgram): Promise<void> {
      const child = running.get(name)?.child;
      if (child === undefined) return;
      const closed = once(child, 'close');
      await tell(name, { kind: 'stop' });
      running.delete(name);
      await closed;
    },
    /** SIGKILL, also in the middle of its work. Resolves when it has exited. */
    async kill(name: ActingProgram): Promise<void> {
      const child = running.get(name)?.child;
      if (child === undefined) return;
      running.delete(name);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGKILL');
      await closed;
    },
  };
}

export type Programs = ReturnType<typeof createPrograms>;
