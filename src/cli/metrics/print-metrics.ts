import { join } from 'node:path';
import { whoActs } from '../../core/acting/index.ts';
import { createOutboxFile } from '../../core/events/index.ts';
import { metricsText } from '../../core/metrics/index.ts';
import { ProblemError } from '../../core/user-error.ts';
import type { AutoStop } from '../../shared/auto-stop/auto-stop.ts';
import type { StatusSource } from '../accounts/sources.ts';
import type { CommandOf } from '../arguments.ts';
import type { ExitCode } from '../errors.ts';
import type { Context } from '../user.ts';
import { problemNotes, statusExitCode } from '../vms/account-view.ts';
import { readOnce } from '../vms/read-state.ts';
import type { StatusRun } from '../vms/render-status.ts';

interface MetricsRun extends Context {
  readonly command: CommandOf<'metrics'>;
  readonly sources: readonly StatusSource[];
  readonly history: StatusRun['history'];
}

/** The account's id and its balance, $; none where it is unknown. */
async function balanceOf({ id, client }: StatusSource, signal: AbortSignal) {
  try {
    return client.balance === undefined ? [] : [[id, await client.balance(signal)] as const];
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProblemError) return [];
    throw error;
  }
}

/** By what is stored: the end of an idle time or an amount is known once it was announced. */
function isDue({ kind, limit, progress }: AutoStop, now: number): boolean {
  if (kind === 'reminder' || progress?.kind === 'interrupted') return false;
  const end = progress?.at ?? (limit.kind === 'time' ? limit.at : null);
  return end !== null && end <= now;
}

const UNKNOWN = { alertsFiring: null, autoStopsDue: null, messagesWaiting: null };

/** The figures of the process that acts; unknown where none does. */
async function actingFigures({ settings: { folder }, network: { log }, clock }: MetricsRun) {
  const acting = await whoActs(folder, clock.now()).catch(() => null);
  if (acting?.kind !== 'other') return UNKNOWN;
  const { states, outbox } = await createOutboxFile(join(folder, 'alerts.json'), log).load();
  const firing = Object.values(states).filter(({ phase }) => phase === 'firing');
  return { alertsFiring: firing.length, messagesWaiting: outbox.queue.length };
}

/** The figures of this user's files, which say nothing about a given credential. */
async function storedFigures(run: MetricsRun, now: number) {
  if (run.command.credential !== null) return UNKNOWN;
  const due = (run.settings.current.autoStops ?? []).filter((autoStop) => isDue(autoStop, now));
  return { ...(await actingFigures(run)), autoStopsDue: due.length };
}

/** Prints the metrics once, and problems on standard error. */
export async function printMetrics(run: MetricsRun): Promise<ExitCode> {
  const { sources, signal, terminal, clock } = run;
  const [app, known] = await Promise.all([
    readOnce(run),
    Promise.all(sources.map((source) => balanceOf(source, signal))),
  ]);
  const now = clock.now();
  const balances = Object.fromEntries(known.flat());
  const asOf = (id: string) => app.snapshots[id]?.asOf ?? null;
  terminal.out(
    metricsText({ ...app, balances }, { asOf, ...(await storedFigures(run, now)) }, now),
  );
  for (const { line } of problemNotes(app, now)) terminal.error(`${line}\n`);
  return statusExitCode(app);
}
