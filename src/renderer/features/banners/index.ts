export { AccountBanners } from './account-banners.tsx';
export { BannerList } from './banner-list.tsx';
export { BannerStrip } from './banner-strip.tsx';
export { SnoozeMenu } from './snooze-menu.tsx';
export { Step } from './step.tsx';
export { troubleOf } from './trouble.ts';
export { useBanners } from './use-banners.ts';
