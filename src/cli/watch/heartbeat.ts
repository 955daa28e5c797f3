import pLimit from 'p-limit';
import type { Application } from '../../core/app/index.ts';
import { fileFailure, writeAtomically } from '../../core/files/index.ts';
import type { PollReport } from '../../core/monitor/index.ts';
import { accountProblem } from '../../shared/domain/index.ts';
import { problemLine } from '../errors.ts';
import { terminalJson } from '../output.ts';

/** Other programs than this user's may watch it: it has no secret. */
const MODE = 0o644;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Writes after each round, read or failed, when each account was last read. @param failed of a file that cannot be written, once */
export function createHeartbeat(
  path: string,
  { state, unconfirmedStops }: Pick<Application, 'state' | 'unconfirmedStops'>,
  now: () => number,
  failed: (reason: string) => void,
) {
  const rounds = new Map<string, { readonly triedAt: number; readonly readAt: number | null }>();
  const oneAtATime = pLimit(1);
  let hasFailed = false;

  function content(): string {
    const { accounts, snapshots } = state();
    return terminalJson(
      {
        at: iso(now()),
        pid: process.pid,
        accounts: accounts.map(({ id, label, provider }) => {
          const { triedAt = null, readAt = null } = rounds.get(id) ?? {};
          const snapshot = snapshots[id];
          const problem = snapshot === undefined ? null : accountProblem(snapshot);
          return {
            id,
            label,
            provider,
            readAt: iso(readAt),
            triedAt: iso(triedAt),
            problem: problem && problemLine(problem, { at: 'list', retries: true }),
          };
        }),
        unconfirmedStops: unconfirmedStops().map(({ autoStop, at }) => ({
          name: autoStop.name,
          accountId: autoStop.accountId,
          vmId: autoStop.vmId,
          endedAt: iso(at),
        })),
      },
      2,
    );
  }

  async function write(): Promise<void> {
    try {
      await writeAtomically(path, `${content()}\n`, MODE);
      hasFailed = false;
    } catch (error) {
      const { reason, action } = fileFailure(error);
      if (!hasFailed) failed(`${reason} ${action}`);
      hasFailed = true;
    }
  }

  return {
    polled({ accountId, asOf, hasFailed: isFailed }: PollReport): void {
      const readAt = isFailed ? (rounds.get(accountId)?.readAt ?? asOf) : now();
      rounds.set(accountId, { triedAt: now(), readAt });
      void oneAtATime(write);
    },
    settled: () => oneAtATime(() => {}),
  };
}
