import type { IsOwnError } from '../http/http-problem.ts';
import type { Adapter } from '../provider.ts';
import { createRentalClient } from './client.ts';
import { rentalLogin } from './login.ts';

/** `{detail}`, which gateways send too: no single refusal of this service is final. */
export const isRentalError: IsOwnError = ({ isJson, body }) => isJson && 'detail' in body;

/** In one file for the bundler: each further one costs every start of a command time. */
export const rental: Adapter = {
  open: createRentalClient,
  isOwnError: isRentalError,
  login: rentalLogin,
};
