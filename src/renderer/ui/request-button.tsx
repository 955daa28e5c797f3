import type { Answer } from '../../shared/ipc/bridge.ts';
import { Button, type ButtonTone } from './button.tsx';
import { RefusalText, useRequest } from './request.tsx';

interface RequestButtonProps {
  readonly label: string;
  readonly hint?: string;
  readonly tone?: ButtonTone;
  readonly request: () => Promise<Answer<void>>;
}

export function RequestButton({ label, hint, tone = 'link', request }: RequestButtonProps) {
  const { isBusy, refusal, ask } = useRequest();
  return (
    <>
      <Button
        hint={hint}
        isBusy={isBusy}
        label={label}
        onClick={() => ask(request())}
        tone={tone}
      />
      <RefusalText refusal={refusal} />
    </>
  );
}
