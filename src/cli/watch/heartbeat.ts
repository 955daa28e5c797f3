import pLimit from 'p-limit';
import type { Application } from '../../core/app/index.ts';
import { FileError, failedTo, writeAtomically } from '../../core/files/index.ts';
import { accountName } from '../../shared/accounts/index.ts';
import { accountProblem, UNKNOWN_STATE } from '../../shared/domain/account-state.ts';
import { isoTime, terminalJson } from '../output.ts';
import { problemLine } from '../problems.ts';

/** The last reading of an account, also one that changed nothing. ms since the epoch; null: never. */
export interface Round {
  readonly triedAt: number;
  readonly readAt: number | null;
}

/** Writes after each round, read or failed, when each account was last read. @param failed of a file that cannot be written, once */
export function createHeartbeat(
  path: string,
  { state, unconfirmedStops }: Pick<Application, 'state' | 'unconfirmedStops'>,
  rounds: ReadonlyMap<string, Round>,
  now: () => number,
  failed: (message: string) => void,
) {
  const oneAtATime = pLimit(1);
  let hasFailed = false;

  function content(): string {
    const { accounts, snapshots, actsElsewhere } = state();
    return terminalJson(
      {
        at: isoTime(now()),
        pid: process.pid,
        actsElsewhere: actsElsewhere && {
          program: actsElsewhere.actor?.program ?? null,
          pid: actsElsewhere.actor?.pid ?? null,
          isSilent: actsElsewhere.isSilent,
        },
        accounts: accounts.map(({ id, label, provider }) => {
          const { triedAt, readAt } = rounds.get(id) ?? {};
          const problem = accountProblem(snapshots[id] ?? UNKNOWN_STATE);
          return {
            id,
            name: accountName(accounts, id),
            label,
            provider,
            readAt: isoTime(readAt),
            triedAt: isoTime(triedAt),
            problem: problem && problemLine(problem, { at: 'list', retries: true }),
          };
        }),
        unconfirmedStops: unconfirmedStops().map(({ autoStop: { name, accountId, vmId }, at }) => ({
          name,
          accountId,
          vmId,
          endedAt: isoTime(at),
        })),
      },
      2,
    );
  }

  async function write(): Promise<void> {
    try {
      // Other programs than this user's may watch it: it has no secret.
      await writeAtomically(path, `${content()}\n`, 0o644).catch(
        failedTo(`write the heartbeat file ${path}`),
      );
      hasFailed = false;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (!hasFailed) failed(error.message);
      hasFailed = true;
    }
  }

  return {
    polled: () => void oneAtATime(write),
    settled: () => oneAtATime(() => {}),
  };
}
