import { type ReactNode, useEffect, useRef } from 'react';
import type { OrderDraft } from '../../../shared/domain/order-draft.ts';
import { draftText } from '../../../shared/domain/vm-order.ts';
import { messages, TEMPLATE_OPTIONS } from './messages.ts';
import { type DraftPrice, Price } from './price.tsx';

interface ReviewProps {
  readonly draft: OrderDraft;
  readonly price: DraftPrice;
  /** The name of the account; undefined: there is one account. */
  readonly account: string | undefined;
  readonly children: ReactNode;
}

/** The order in words, to confirm. */
export function Review({ draft, price, account, children }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Not a button: the key that led here must not launch.
  useEffect(() => heading.current?.focus(), []);
  const template = TEMPLATE_OPTIONS.find(({ value }) => value === draft.template);
  const { keyLogin, passwordLogin } = messages;
  return (
    <div className="grid gap-3">
      <h2 className="font-semibold text-title outline-none" ref={heading} tabIndex={-1}>
        {messages.reviewTitle}
      </h2>
      <div className="break-words">
        <p>{draftText(draft)}</p>
        <p className="text-quiet">{template?.label}</p>
        <p className="text-quiet">
          {draft.login === 'password' ? passwordLogin : keyLogin(draft.sshKeyId)}
        </p>
        {account !== undefined && <p className="text-quiet">{account}</p>}
      </div>
      <Price price={price} />
      {typeof price !== 'string' && (
        <p className="text-quiet text-small">{messages.priceHint(price)}</p>
      )}
      {children}
    </div>
  );
}
