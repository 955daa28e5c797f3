import { type ReactNode, useId } from 'react';
import type { AppAccount } from '../../../shared/accounts/index.ts';
import type { Vm } from '../../../shared/domain/vm.ts';

export interface VmOfAccount {
  readonly vm: Vm;
  readonly account: AppAccount;
}

interface VmSectionProps {
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

export function VmSection({ title, className = '', children }: VmSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`pb-5 ${className}`}>
      <h2 className="sr-only" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
