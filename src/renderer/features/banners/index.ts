export { BannerList } from './banner-list.tsx';
export { BannerStrip } from './banner-strip.tsx';
export { useDismissals } from './dismissals.ts';
export { SnoozeMenu } from './snooze-menu.tsx';
export { useBanners } from './use-banners.ts';
