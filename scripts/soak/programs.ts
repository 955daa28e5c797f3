import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import profile from '../../simulator/profile.json' with { type: 'json' };
import type { Application } from '../../src/core/app/index.ts';
import { ACTING_PROGRAMS, type ActingProgram } from '../../src/shared/acting/acting.ts';
import type { ApplicationPorts } from '../world/application.ts';
import type { World } from '../world/world.ts';
import { createChance } from './chance.ts';

interface ProgramsPorts extends Required<Pick<ApplicationPorts, 'onNotified'>> {
  readonly seed: number;
  /** ms by the computer's clock. */
  readonly wall: () => number;
}

/** The app and `gpu-tray watch` on one settings folder, `watch` without what it prints. Each can be killed, as if by SIGKILL. */
export function createPrograms(world: World, ports: ProgramsPorts) {
  const { time } = world;
  const programs = new Map<ActingProgram, { application: Application; isKilled: boolean }>();
  const start = world.starter({});
  let starts = 0;
  const states = () => [...programs.values()].map(({ application }) => application.state());
  const acting = (): ActingProgram | null =>
    [...programs.keys()][states().findIndex(({ actsElsewhere }) => actsElsewhere === null)] ?? null;

  /** Once killed, it has no time, network and desktop any more, and waits for them for ever. */
  async function startProgram(name: ActingProgram): Promise<Application> {
    starts += 1;
    const life = { isKilled: false };
    const application = await start({
      program: name,
      async fetch(input, init) {
        const response = await time.fetch(input, init);
        if (!life.isKilled) return response;
        await response.body?.cancel();
        return new Promise(() => {});
      },
      clock: {
        ...time.clock,
        now: ports.wall,
        after: (ms, run) => time.clock.after(ms, () => life.isKilled || run()),
      },
      random: createChance(ports.seed + starts, 11).random,
      onNotified: (notification) => life.isKilled || ports.onNotified(notification),
    });
    programs.set(name, Object.assign(life, { application }));
    return application;
  }

  return {
    ...{ states, acting },
    names: () => [...programs.keys()],
    /** Calls what happens on the desktop. */
    each(call: (application: Application, name: ActingProgram) => void): void {
      for (const [name, { application }] of programs) call(application, name);
    },
    /** Starts the app, with an account. */
    async begin(): Promise<void> {
      const { requests } = await startProgram('app');
      const key = world.credentials[0].apiKeys.read_write;
      const account = { baseUrl: world.baseUrl, key, accountId: null };
      const { accountId } = await time.passUntil(requests.signInWithKey(account));
      await time.passUntil(requests.changeAccount({ accountId, profile: JSON.stringify(profile) }));
    },
    async startAll(): Promise<void> {
      for (const name of ACTING_PROGRAMS) if (!programs.has(name)) await startProgram(name);
    },
    /** False: it was refused. */
    async set(name: ActingProgram, vmId: string, when: string): Promise<boolean> {
      const { application } = programs.get(name) ?? {};
      const accountId = application?.state().accounts[0]?.id ?? '';
      // Requests are read for each call: those of a viewer end with it.
      const set = application?.requests.setAutoStop({ accountId, vmId, when });
      return set !== undefined && time.passUntil(set.then(() => true).catch(() => false));
    },
    async stop(name: ActingProgram): Promise<void> {
      const program = programs.get(name);
      programs.delete(name);
      if (program !== undefined) await time.passUntil(program.application.stop());
    },
    async kill(name: ActingProgram): Promise<void> {
      const isActing = acting() === name;
      Object.assign(programs.get(name) ?? {}, { isKilled: true });
      programs.delete(name);
      // The system frees the lock of a killed process; this process lives on, with a lock on a file that is gone.
      if (isActing) await rm(join(world.folder, 'acting.lock'));
    },
  };
}
