import type { AccessTokens, RefreshTokens } from '../auth/index.ts';
import type { FaultBoard } from '../faults/index.ts';
import type { LiveBehaviour } from '../options.ts';
import type { World } from '../world/index.ts';
import type { RateStore } from './rate-store.ts';
import type { RequestLog } from './request-log.ts';

/** Everything that the service and the control interface share. */
export interface ServiceDeps {
  readonly world: World;
  readonly behaviour: LiveBehaviour;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly faults: FaultBoard;
  readonly requests: RequestLog;
  readonly rates: RateStore;
  readonly basePath: string;
  /** Aborted when the simulator closes; ends whatever is still being delayed. */
  readonly closing: AbortSignal;
}
