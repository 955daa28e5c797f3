import type { Clock } from '../../../clock.ts';
import type { ArmedAnswer, ArmedOrder, ArmedStop, CallVm } from '../../../ssh/index.ts';

/** The script of one VM as `core/ssh/armed` describes it. An idle limit ends as if the VM did nothing. @param stop the VM stops itself */
export function fakeScript(clock: Clock, stop: () => void, isUp: () => boolean) {
  let armed: ArmedStop | null = null;
  let cancel = () => {};
  let isCleared = false;
  const calls: string[] = [];
  /** Replaced by a test. */
  const says = {
    /** In place of an answer, before the call is carried out; null: none. */
    first: (_call: string): ArmedAnswer | null => null,
    /** In place of the answer, after the call was carried out. */
    last: (answer: ArmedAnswer): ArmedAnswer => answer,
    refused: null as number | null,
    /** Until a call begins. */
    before: async (_call: string): Promise<void> => {},
  };
  function armedStop(): ArmedStop | null {
    if (armed === null) return null;
    const { limit } = armed;
    const said = limit.kind === 'time' ? { ...limit, at: Math.max(clock.now(), limit.at) } : limit;
    return { ...armed, limit: said, refused: says.refused };
  }
  function clear(): void {
    cancel();
    armed = null;
  }
  function arm({ number, computer, limit: sent, isTried }: ArmedOrder): void {
    clear();
    isCleared = false;
    const now = clock.now();
    const limit =
      sent.kind === 'time' ? ({ kind: 'time', at: sent.at } as const) : { ...sent, since: now };
    cancel = clock.after(sent.kind === 'time' ? sent.at - now : sent.ms, () => {
      if (says.refused !== null) return;
      clear();
      stop();
    });
    armed = { number, computer, limit, isProved: isTried, refused: null };
  }
  function clearByCall(): ArmedAnswer {
    clear();
    isCleared = true;
    return { kind: 'none' };
  }
  function run(order: Parameters<CallVm>[0]): ArmedAnswer {
    if (order === 'clear') return clearByCall();
    if (order !== 'read') arm(order);
    const now = armedStop();
    return now === null ? { kind: isCleared ? 'cleared' : 'none' } : { kind: 'armed', armed: now };
  }
  const call: CallVm = async (order) => {
    const name = typeof order === 'string' ? order : 'arm';
    calls.push(name);
    await says.before(name);
    if (!isUp()) return { kind: 'failed', problem: 'unreachable' };
    return says.first(name) ?? says.last(run(order));
  };
  return {
    ...{ call, calls, says, armedStop, arm, clearByCall },
    /** The VM or the script's process ended. */
    kill: clear,
  };
}
