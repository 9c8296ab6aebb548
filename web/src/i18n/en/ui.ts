// Controls.
export const ui = {
  'ui.close': 'Close',
  'ui.cancel': 'Cancel',
  'ui.copied': 'Copied',
} as const;
