import type { RunOutcome, RunProgram } from './run-with-timeout.ts';

export interface BusCall {
  readonly destination: string;
  readonly path: string;
  /** With its interface. */
  readonly method: string;
  readonly input: Readonly<ReturnType<typeof texts>>;
}

/** Arguments in the notations of both programs. */
export const texts = (...values: readonly string[]) => ({
  dbusSend: values.map((value) => `string:${value}`),
  busctl: ['s'.repeat(values.length), ...values],
});

/** Calls a method on the session bus with the first installed program; every known desktop has one of these programs. */
export async function callBus(run: RunProgram, call: BusCall): Promise<RunOutcome> {
  const { destination, path, method, input } = call;
  const to = ['--session', '--print-reply', `--dest=${destination}`];
  const outcome = await run('dbus-send', [...to, path, method, ...input.dbusSend]);
  if (outcome.state !== 'absent') return outcome;
  const dot = method.lastIndexOf('.');
  const member = [method.slice(0, dot), method.slice(dot + 1)];
  const options = ['--user', '--json=short'];
  return run('busctl', [...options, 'call', destination, path, ...member, ...input.busctl]);
}
