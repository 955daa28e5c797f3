import { join } from 'node:path';
import { whoActs } from '../../core/acting/index.ts';
import { createOutboxFile } from '../../core/events/index.ts';
import { metricsText } from '../../core/metrics/index.ts';
import { attempt } from '../../core/user-error.ts';
import type { AutoStop } from '../../shared/auto-stop/auto-stop.ts';
import type { SourcesRun, StatusSource } from '../accounts/sources.ts';
import type { ExitCode } from '../errors.ts';
import type { Context } from '../user.ts';
import { reportProblems } from '../vms/account-view.ts';
import { readOnce } from '../vms/read-state.ts';

/** The account's id and its balance, $; none where it is unknown. */
async function balanceOf({ id, client }: StatusSource, signal: AbortSignal) {
  if (client.balance === undefined) return [];
  const { value } = await attempt(client.balance(signal), signal);
  return value === null ? [] : [[id, value] as const];
}

/** By what is stored: the end of an idle time or an amount is known once it was announced. */
function isDue({ kind, limit, progress }: AutoStop, now: number): boolean {
  if (kind === 'reminder' || progress?.kind === 'interrupted') return false;
  const end = progress?.at ?? (limit.kind === 'time' ? limit.at : null);
  return end !== null && end <= now;
}

const UNKNOWN = { alertsFiring: null, autoStopsDue: null, messagesWaiting: null };

/** The figures of this user's files, which say nothing about a given credential; those of the process that acts only while one does. */
async function storedFigures({ settings: { folder, current }, network: { log }, clock }: Context) {
  const now = clock.now();
  const due = (current.autoStops ?? []).filter((each) => isDue(each, now));
  const stored = { ...UNKNOWN, autoStopsDue: due.length };
  const acting = await whoActs(folder, now).catch(() => null);
  if (acting === null || acting === 'nobody') return stored;
  const { states, outbox } = await createOutboxFile(join(folder, 'alerts.json'), log).load();
  const firing = Object.values(states).filter(({ phase }) => phase === 'firing');
  return { ...stored, alertsFiring: firing.length, messagesWaiting: outbox.queue.length };
}

/** Prints the metrics once, and problems on standard error. */
export async function printMetrics(run: SourcesRun<'metrics'>): Promise<ExitCode> {
  const { command, sources, signal, terminal, clock } = run;
  const [app, known] = await Promise.all([
    readOnce(run),
    Promise.all(sources.map((source) => balanceOf(source, signal))),
  ]);
  const balances = Object.fromEntries(known.flat());
  const asOf = (id: string) => app.snapshots[id]?.asOf ?? null;
  const figures = command.credential === null ? await storedFigures(run) : UNKNOWN;
  const now = clock.now();
  terminal.out(metricsText({ ...app, balances }, { asOf, ...figures }, now));
  return reportProblems(app, run);
}
