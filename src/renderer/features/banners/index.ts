export { BannerStrip } from './banner-strip.tsx';
export { problemNote } from './banners.ts';
export { closeMessages, WithMessages } from './message-strip.tsx';
export { SnoozeMenu, Step } from './next-step.tsx';
export { useBanners } from './use-banners.ts';
