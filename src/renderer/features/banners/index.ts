export { BannerList } from './banner-list.tsx';
export { BannerStrip } from './banner-strip.tsx';
export { alertWords, type Banner, banners } from './banners.ts';
export { SnoozeMenu } from './snooze-menu.tsx';
