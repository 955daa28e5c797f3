/** Chromium's word for requests that sleep has ended. Electron may raise it outside of any promise. */
const SUSPENDED = 'ERR_NETWORK_IO_SUSPENDED';

/** Whether an error says no more than that the computer went to sleep, which the monitor knows already. */
export function isSuspendedIo(error: unknown): boolean {
  return error instanceof Error && error.message.includes(SUSPENDED);
}
