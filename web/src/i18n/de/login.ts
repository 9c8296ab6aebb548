// The login page.
import type { login as en } from '../en/login';
import type { Message } from '../format';

export const login: Readonly<Record<keyof typeof en, Message>> = {
  'login.heading': 'Anmelden',
  'login.text': 'Dieser Server ist privat. Das Token bekommst du vom Betreiber.',
  'login.token': 'Token',
  'login.submit': 'Anmelden',
};
