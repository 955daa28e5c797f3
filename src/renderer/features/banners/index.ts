export { BannerStrip, useBanners } from './banner-strip.tsx';
export { problemNote } from './banners.ts';
export { closeMessages, WithMessages } from './message-strip.tsx';
export { SnoozeMenu, Step } from './next-step.tsx';
