import { type Account, API_KEY_PREFIX, type Scope, type World } from '../world/index.ts';
import type { AccessTokens } from './access-tokens.ts';

/** Somebody with a valid credential. */
export interface Caller {
  readonly account: Account;
  readonly scope: Scope;
}

const BEARER = /^Bearer +(\S+) *$/i;

function keyHolder(world: World, key: string): Caller | null {
  for (const account of world.accounts) {
    const { read_write, read_only, billing_only } = account.apiKeys;
    if (key === read_write) return { account, scope: 'read_write' };
    if (key === read_only) return { account, scope: 'read_only' };
    if (key === billing_only) return { account, scope: 'billing_only' };
  }
  return null;
}

/** Who sent this Authorization header; null when it is missing or no good. A signed-in user may do everything. */
export async function identify(
  world: World,
  accessTokens: AccessTokens,
  header: string | undefined,
): Promise<Caller | null> {
  const credential = BEARER.exec(header ?? '')?.[1];
  if (credential === undefined) return null;
  if (credential.startsWith(API_KEY_PREFIX)) return keyHolder(world, credential);
  const account = await accessTokens.verify(credential);
  return account === null ? null : { account, scope: 'read_write' };
}
