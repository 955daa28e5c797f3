import type { Adapter } from '../provider.ts';
import { createRentalClient } from './client.ts';
import { rentalLogin } from './login.ts';
import { isRentalError } from './own-error.ts';

/** In one file for the bundler: each further one costs every start of a command time. */
export const rental: Adapter = {
  open: createRentalClient,
  isOwnError: isRentalError,
  login: rentalLogin,
};
