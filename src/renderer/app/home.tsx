import { WithMessages } from '../features/alerts/message-strip.tsx';
import { SpendHeader } from '../features/usage/spend-header.tsx';
import { VmList } from '../features/vms/vm-list.tsx';
import { Footer } from './footer.tsx';

export { Footer };

export function Home() {
  return (
    <main className="flex h-full flex-col [@media(max-height:420px)]:overflow-y-auto">
      <SpendHeader />
      <WithMessages>
        <VmList />
      </WithMessages>
      <Footer />
    </main>
  );
}
