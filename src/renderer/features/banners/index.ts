export { BannerList } from './banner-list.tsx';
export { BannerStrip } from './banner-strip.tsx';
export { type Banner, banners } from './banners.ts';
export { SnoozeMenu } from './snooze-menu.tsx';
