import type { Clock } from '../../../clock.ts';
import type { ArmedAnswer, ArmedOrder, ArmedStop, CallVm } from '../../../ssh/index.ts';

interface Armed {
  readonly stop: Omit<ArmedStop, 'refused'>;
  readonly cancel: () => void;
}

/** The script of one VM as `core/ssh/armed` describes it. An idle limit ends as if the VM did nothing. @param stop the VM stops itself */
export function fakeScript(clock: Clock, stop: () => void, isUp: () => boolean) {
  let armed: Armed | null = null;
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
    const { limit } = armed.stop;
    const at = limit.kind === 'time' ? Math.max(clock.now(), limit.at) : 0;
    const said = limit.kind === 'time' ? { ...limit, at } : limit;
    return { ...armed.stop, limit: said, refused: says.refused };
  }
  function clear(): void {
    armed?.cancel();
    armed = null;
  }
  async function answer(call: string, run: () => ArmedAnswer): Promise<ArmedAnswer> {
    calls.push(call);
    await says.before(call);
    if (!isUp()) return { kind: 'failed', problem: 'unreachable' };
    return says.first(call) ?? says.last(run());
  }
  function arm({ number, computer, limit: sent, isTried }: ArmedOrder): void {
    clear();
    isCleared = false;
    const now = clock.now();
    const limit =
      sent.kind === 'time' ? ({ kind: 'time', at: sent.at } as const) : { ...sent, since: now };
    const cancel = clock.after(sent.kind === 'time' ? sent.at - now : sent.ms, () => {
      if (says.refused !== null) return;
      clear();
      stop();
    });
    armed = { stop: { number, computer, limit, isProved: isTried }, cancel };
  }
  const readAnswer = (): ArmedAnswer => {
    const now = armedStop();
    if (now !== null) return { kind: 'armed', armed: now };
    return { kind: isCleared ? 'cleared' : 'none' };
  };
  function clearByCall(): ArmedAnswer {
    clear();
    isCleared = true;
    return { kind: 'none' };
  }
  const call: CallVm = (order) => {
    if (order === 'clear') return answer(order, clearByCall);
    if (order === 'read') return answer(order, readAnswer);
    return answer('arm', () => {
      arm(order);
      return readAnswer();
    });
  };
  return {
    ...{ call, calls, says, armedStop, arm, clearByCall },
    /** The VM or the script's process ended. */
    kill: clear,
  };
}
