export { type AccessTokens, createAccessTokens } from './access-tokens.ts';
export { type Caller, identify } from './caller.ts';
export { createRefreshTokens, type RefreshTokens } from './refresh-tokens.ts';
export { type Permission, permits } from './scopes.ts';
