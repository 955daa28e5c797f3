export const EXIT = {
  /** All data is up to date. */
  fresh: 0,
  /** A bug in GPU Tray, or output that could not be written. */
  internalError: 1,
  usage: 2,
  /** Signed out or refused, or the keychain is locked, absent, or does not respond. */
  signedOut: 3,
  /** The service is unreachable or limits requests, or the data is out of date. */
  outOfDate: 4,
  /** By Ctrl-C or another signal, as shells count it: 128 and the number of SIGINT. */
  interrupted: 130,
  /** ssh's own code for a failed login; its other codes are those of the remote command. */
  noLogin: 255,
} as const;

/** `gpu-tray ssh` may also exit with any code of the remote command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a message for standard error (what happened, what to do) and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function refuse(message: string): never {
  throw new CommandError(EXIT.usage, message);
}

/** Signed out or refused outranks out of date. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  return (
    codes.find((code) => code === EXIT.signedOut) ??
    codes.find((code) => code !== EXIT.fresh) ??
    EXIT.fresh
  );
}
