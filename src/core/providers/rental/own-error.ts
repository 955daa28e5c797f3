import type { IsOwnError } from '../http/http-problem.ts';

/** `{detail}`, which gateways send too: no single refusal of this service is final. */
export const isRentalError: IsOwnError = ({ isJson, body }) => isJson && 'detail' in body;
