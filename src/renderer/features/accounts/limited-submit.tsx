import { Button, stopwatch, useSecond } from '../../ui/index.ts';
import { signInMessages as messages } from './sign-in-messages.ts';

interface LimitedSubmitProps {
  /** ms since the epoch. */
  readonly until: number;
  readonly isBusy: boolean;
}

export function LimitedSubmit({ until, isBusy }: LimitedSubmitProps) {
  const left = until - useSecond();
  return (
    <Button
      busyLabel={messages.submitting}
      isBusy={isBusy}
      isDisabled={isBusy || left > 0}
      tone="primary"
      type="submit"
      label={left > 0 ? messages.wait(stopwatch(left)) : messages.submit}
    />
  );
}
