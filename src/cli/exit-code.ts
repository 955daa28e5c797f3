/** What the command's end says to scripts and status bars. */
export const EXIT = {
  /** Everything asked for is fresh. */
  fresh: 0,
  /** A defect of ours, or output that could not be written. */
  defect: 1,
  /** The command line is wrong. */
  usage: 2,
  /** Signed out, refused, or the credential is out of reach. */
  signedOut: 3,
  /** The service is unreachable, limits us, or the figures are stale. */
  stale: 4,
  /** ssh's own code for a login that did not come about; every other one of ssh's is that of the command on the VM. */
  noLogin: 255,
} as const;

/** How a command of ours ends; `gpu-tray ssh` may end with any other code, which is then that of the command on the VM. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
