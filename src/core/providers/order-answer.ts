import type { LaunchChoices, OrderAnswer } from '../../shared/launch/order.ts';
import { ServiceError } from './http/service-error.ts';

/** Choices that most providers have in common. */
export const USUAL_CHOICES = {
  hasOtherImages: true,
  hasName: true,
  hasPassword: false,
  months: [],
  minBid: null,
  balance: null,
} as const satisfies Partial<LaunchChoices>;

/**
 * The answer that an error to an order is: `refused` only where nothing can exist, as nothing was sent or the provider itself refused.
 * @param isRefusal whether an error in the provider's own form has a status or a code that the adapter knows as a refusal
 * @throws the error when it is none of the service, as of a credential that cannot be read: nothing was sent
 */
export const answerOfError =
  (isRefusal: (error: ServiceError) => boolean) =>
  (error: unknown): OrderAnswer => {
    if (!(error instanceof ServiceError)) throw error;
    const { problem, origin, vmId } = error;
    const isOwnRefusal = origin === 'own' && vmId === null && isRefusal(error);
    if (origin === 'unsent' || isOwnRefusal) return { kind: 'refused', problem };
    return { kind: 'unknown', problem, vmId };
  };
