import { PROVIDERS } from '../../../shared/providers/providers.ts';
import { type IsOwnError, isText } from '../http/http-problem.ts';
import { fields } from '../http/read.ts';
import { namedBy, ServiceError } from '../http/service-error.ts';

/** `{error: {code, message}}`, with a path as the code. */
export const isOwnError: IsOwnError = ({ isJson, body }) => {
  const { code, message } = fields(body['error']);
  return (
    isJson && typeof code === 'string' && /^[a-z-]+(\/[a-z-]+)+$/.test(code) && isText(message)
  );
};

const SOLD_OUT = 'instance-operations/launch/insufficient-capacity';

/** A 403 may be about the key, which has no scopes, or about the account: only the code distinguishes them. */
function byCode(error: unknown): never {
  if (!(error instanceof ServiceError) || error.problem.kind === 'notTheService') throw error;
  const { problem, code } = error;
  const { detail } = problem;
  if (code === 'global/account-inactive') throw error.as({ kind: 'inactiveAccount', detail });
  if (code === SOLD_OUT) throw error.as({ kind: 'soldOut', detail });
  throw problem.kind === 'forbidden' ? error.as({ ...problem, hasNoScopes: true }) : error;
}

export const named = namedBy(PROVIDERS.lambda.name, byCode);

/** Errors of `launchInstance` that come before a launch. Those of Lambda's own suppliers, `provider/…`, need not. */
const REFUSALS: readonly (string | null)[] = [
  SOLD_OUT,
  'instance-operations/launch/file-system-in-wrong-region',
  'global/invalid-parameters',
  'global/object-does-not-exist',
  'global/not-found',
  'global/quota-exceeded',
  'global/invalid-api-key',
  'global/forbidden',
  'global/account-inactive',
  'global/invalid-address',
];

const OF_LIMIT = /^global\//;

/** Whether an error to an order says that nothing was launched. The code of a 429 is not documented. */
export const isRefusal = ({ status, code, problem }: ServiceError) =>
  status === 429 ? OF_LIMIT.test(code ?? '') : problem.kind !== 'server' && REFUSALS.includes(code);
