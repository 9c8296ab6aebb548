// The login page.
import type { login as en } from '../en/login';
import type { Message } from '../format';

export const login: Readonly<Record<keyof typeof en, Message>> = {
  'login.heading': 'Iniciar sesión',
  'login.text': 'Este servidor es privado. Pide el token a quien lo administra.',
  'login.token': 'Token',
  'login.submit': 'Entrar',
};
