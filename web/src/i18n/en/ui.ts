// Controls.
export const ui = {
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.copied': 'Copied',
  'ui.share': 'Share',
} as const;
