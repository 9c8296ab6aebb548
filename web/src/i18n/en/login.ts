// The login page.
export const login = {
  'login.heading': 'Log in',
  'login.text': 'This server is private. Its operator can give you the token.',
  'login.token': 'Token',
  'login.submit': 'Log in',
} as const;
