import { BannerList } from '../features/banners/index.ts';
import { SpendHeader } from '../features/spend/index.ts';
import { VmList } from '../features/vms/index.ts';
import { Footer } from './footer.tsx';

/** The first screen: the money, what is wrong, the VMs, the ways on. */
export function Home() {
  return (
    <main className="flex h-full flex-col [@media(max-height:420px)]:overflow-y-auto">
      <SpendHeader />
      <BannerList />
      <VmList />
      <Footer />
    </main>
  );
}
