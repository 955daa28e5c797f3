// For the fields of the panel, which loads no zod.

export const THEMES = ['system', 'light', 'dark'] as const;
export const IDLE_SECONDS = [30, 60, 120] as const;
export const SHELLS = ['powershell', 'cmd'] as const;
