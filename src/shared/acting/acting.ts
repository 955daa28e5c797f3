/** The programs that can act on a settings folder: stop VMs, alert and write history. */
export const ACTING_PROGRAMS = ['app', 'watch'] as const;

export type ActingProgram = (typeof ACTING_PROGRAMS)[number];

/** A process that acts on the settings folder. */
export interface Actor {
  readonly program: ActingProgram;
  readonly pid: number;
  /** Its last poll, to the minute; absent: none yet, or written by an earlier version. */
  readonly polledAt?: number | undefined;
}

export interface Holder {
  /** Null: its file cannot be read. */
  readonly actor: Actor | null;
  /** It has not polled for 5 min, as while it is suspended. */
  readonly isSilent: boolean;
}

export interface ActingSlice {
  /** The process that acts on the settings folder, where this process is a viewer; null: this process acts. */
  readonly actsElsewhere: Holder | null;
}

const NAMES: Readonly<Record<ActingProgram, string>> = {
  app: 'GPU Tray',
  watch: 'gpu-tray watch',
};

/** `gpu-tray watch (pid 812)`. @param actor null: its file cannot be read */
export const actorName = (actor: Actor | null): string =>
  actor === null ? 'Another GPU Tray' : `${NAMES[actor.program]} (pid ${actor.pid})`;

/** `gpu-tray watch (pid 812) is already running.` */
export const alreadyRunning = (actor: Actor | null) => `${actorName(actor)} is already running.`;

/** Warning about a process that is suspended or hangs. The lock is free when the process ends. */
export function silentHolder(actor: Actor | null) {
  return {
    title: `${actorName(actor)} has stopped responding`,
    body: 'It has not polled for 5 min, so alerts and auto-stops are off. Resume or end that process.',
  };
}
