import type { HelperProcess, SpawnHelper } from './helper-process.ts';
import { KeychainError } from './keychain-error.ts';
import { KeytarReply, type KeytarRequest } from './keytar-protocol.ts';

/** The keychain's answer: a value, or its own words for a refusal. */
export type KeytarAnswer = Exclude<KeytarReply, { ready: true }>;

/** One life of the helper process. */
export interface KeytarChild {
  readonly alive: boolean;
  /** Whether the keychain has answered it with anything but a refusal. */
  readonly proven: boolean;
  /** Resolves when it takes calls. Never, if it ends before. */
  readonly ready: Promise<void>;
  /** One call, one at a time. Rejects with `crashed` when the process ends first; without a limit of time. */
  ask(request: KeytarRequest): Promise<KeytarAnswer>;
  /** Ends the process at once; a call in progress rejects with `crashed`. */
  kill(): void;
}

interface OpenCall {
  readonly id: number;
  resolve(answer: KeytarAnswer): void;
  reject(error: KeychainError): void;
}

/** @throws KeychainError `crashed` when no process can be started */
export function startKeytarChild(spawnHelper: SpawnHelper): KeytarChild {
  const process = spawn(spawnHelper);
  let alive = true;
  let proven = false;
  let open: OpenCall | undefined;
  const ready = Promise.withResolvers<void>();

  process.onMessage((message) => {
    const reply = KeytarReply.safeParse(message);
    if (!reply.success) return;
    if ('ready' in reply.data) {
      ready.resolve();
      return;
    }
    const asked = open;
    if (asked?.id !== reply.data.id) return;
    open = undefined;
    proven ||= 'value' in reply.data;
    asked.resolve(reply.data);
  });
  const end = () => {
    alive = false;
    open?.reject(new KeychainError('crashed'));
    open = undefined;
  };
  process.onExit(end);

  return {
    get alive() {
      return alive;
    },
    get proven() {
      return proven;
    },
    ready: ready.promise,
    ask(request) {
      return new Promise((resolve, reject) => {
        if (!alive) {
          reject(new KeychainError('crashed'));
          return;
        }
        open = { id: request.id, resolve, reject };
        process.send(request);
      });
    },
    kill() {
      end();
      process.kill();
    },
  };
}

function spawn(spawnHelper: SpawnHelper): HelperProcess {
  try {
    return spawnHelper();
  } catch {
    throw new KeychainError('crashed');
  }
}
