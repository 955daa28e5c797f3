import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebFrameMain } from 'electron';
import type { z } from 'zod';
import type { RequestHandlers } from '../../core/app/index.ts';
import { describeInternalError, type Log } from '../../core/log.ts';
import { ProblemError, UserError } from '../../core/user-error.ts';
import { describeProblem } from '../../shared/domain/problem-text.ts';
import {
  type Answer,
  type Refusal,
  requestChannel,
  WATCH_CHANNEL,
} from '../../shared/ipc/bridge.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../shared/ipc/contract.ts';
import type { StateFeed } from './state-feed.ts';

/** The handler of each request. Rejects with an error that `refusalOf` knows; any other is an internal error. */
export type Handlers = RequestHandlers<RequestName>;

/** The refusal of an internal error. Its details are in the log only. */
export const DEFECT_REFUSAL: Refusal = {
  kind: 'internalError',
  message: 'Internal error.',
  action: 'Try again. If it happens again, restart GPU Tray.',
};

/** The forms that send a credential. */
const SIGN_IN: readonly RequestName[] = ['signInWithKey', 'signInWithPassword', 'setWriteKey'];

/** The refusal for an expected error; null for an internal error. @param name of the request */
export function refusalOf(error: unknown, name?: RequestName): Refusal | null {
  if (error instanceof ProblemError) {
    const { problem } = error;
    const at = name !== undefined && SIGN_IN.includes(name) ? 'signIn' : 'list';
    const { message, action } = describeProblem(problem, { at });
    const retryAt = 'retryAt' in problem ? problem.retryAt : null;
    return { kind: problem.kind, message, action, ...(retryAt !== null && { retryAt }) };
  }
  return error instanceof UserError ? error.refusal : null;
}

/** The contract's schemas with the types of each name, so that a handler fits its schemas. */
type Schemas = {
  readonly [Name in RequestName]: {
    readonly input: z.ZodType<RequestInput<Name>>;
    readonly output: z.ZodType<RequestOutput<Name>>;
  };
};

/** Never rejects, and never logs what a request or an error contains. */
async function answer<Name extends RequestName>(
  name: Name,
  input: unknown,
  handlers: Handlers,
  log: Log,
): Promise<Answer<RequestOutput<Name>>> {
  // Built for the first request: most starts open no panel, and the schemas would take 5 ms of each.
  const { contract }: { readonly contract: Schemas } = await import('../../shared/ipc/contract.ts');
  const { [name]: schemas } = contract;
  const parsed = schemas.input.safeParse(input);
  if (!parsed.success) {
    // Messages of our own are for people, about what they typed; zod's default is none of them.
    const own = parsed.error.issues.find(
      ({ code, message }) => code === 'custom' && message !== 'Invalid input',
    );
    if (own) return { ok: false, refusal: { kind: 'invalid', message: own.message, action: '' } };
    log.error('ipc.malformed', { request: name });
    return { ok: false, refusal: { ...DEFECT_REFUSAL, kind: 'malformed' } };
  }
  try {
    const output = await handlers[name](parsed.data);
    return { ok: true, value: schemas.output.parse(output) };
  } catch (error) {
    const refusal = refusalOf(error, name);
    if (refusal !== null) return { ok: false, refusal };
    log.error('ipc.internal_error', { request: name, ...describeInternalError(error) });
    return { ok: false, refusal: DEFECT_REFUSAL };
  }
}

/** Registers the only IPC channels of main. @param feed sends the page the changes of its request before the answer */
export function handleRequests(
  handlers: () => Handlers,
  feed: Pick<StateFeed, 'watch' | 'update'>,
  isPanel: (contentsId: number, frame: WebFrameMain | null) => boolean,
  log: Log,
): void {
  function isTrusted(channel: string, event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const isTrustedSender = isPanel(event.sender.id, event.senderFrame);
    if (!isTrustedSender) log.warn('ipc.untrusted', { channel });
    return isTrustedSender;
  }

  const isRequestName = (name: string): name is RequestName => Object.hasOwn(handlers(), name);
  for (const name of Object.keys(handlers()).filter(isRequestName)) {
    const channel = requestChannel(name);
    ipcMain.handle(channel, async (event, input: unknown) => {
      if (!isTrusted(channel, event))
        return { ok: false, refusal: { ...DEFECT_REFUSAL, kind: 'untrusted' } };
      const answered = await answer(name, input, handlers(), log);
      feed.update();
      return answered;
    });
  }
  ipcMain.on(WATCH_CHANNEL, (event) => {
    if (isTrusted(WATCH_CHANNEL, event)) feed.watch();
  });
}
