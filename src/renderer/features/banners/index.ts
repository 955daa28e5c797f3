export { AccountBanners, BannerList, BannerStrip, useBanners } from './banner-list.tsx';
export { problemNote } from './banners.ts';
export { SnoozeMenu, Step } from './next-step.tsx';
