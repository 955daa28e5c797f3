/** The programs that can act on a settings folder: stop VMs, alert and write history. */
export const ACTING_PROGRAMS = ['app', 'watch'] as const;

export type ActingProgram = (typeof ACTING_PROGRAMS)[number];

/** A process that acts on the settings folder. */
export interface Actor {
  readonly program: ActingProgram;
  readonly pid: number;
}

export interface ActingSlice {
  /** Another process acts on the settings folder, and this one shows data; null: this one acts. */
  readonly actsElsewhere: { readonly actor: Actor | null } | null;
}

const NAMES: Readonly<Record<ActingProgram, string>> = {
  app: 'GPU Tray',
  watch: 'gpu-tray watch',
};

/** `gpu-tray watch, pid 812, acts here`. @param actor null: it did not say who it is */
export function actsHere(actor: Actor | null): string {
  return actor === null
    ? 'Another GPU Tray acts here'
    : `${NAMES[actor.program]}, pid ${actor.pid}, acts here`;
}
