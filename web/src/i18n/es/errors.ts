// Failures of requests.
import type { errors as en } from '../en/errors';
import type { Message } from '../format';

export const errors: Readonly<Record<keyof typeof en, Message>> = {
  'error.offline': 'No se puede conectar con el servidor.',
  'error.bad_request': 'El servidor no ha entendido esta petición.',
  'error.bad_fen': 'Esta posición no se puede jugar.',
  'error.illegal_move': 'Esta jugada no es legal.',
  'error.bad_variant': 'Esta variante no es compatible.',
  'error.out_of_range': 'Un valor está fuera de rango.',
  'error.game_over': 'La partida ha terminado.',
  'error.stale': 'La partida ha cambiado entretanto.',
  'error.not_now': 'Ahora mismo no es posible.',
  'error.not_yours': 'Esta partida no es tuya.',
  'error.unauthorized': 'El token no es válido.',
  'error.not_found': 'No encontrado.',
  'error.too_large': 'Es demasiado grande para el servidor.',
  'error.rate_limited': 'Demasiadas peticiones. Espera un momento.',
  'error.quota': 'Has alcanzado un límite de este servidor.',
  'error.busy': 'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  'error.unavailable': 'El servidor no está disponible ahora. Inténtalo de nuevo.',
  'error.unknown': 'Algo ha salido mal. Inténtalo de nuevo.',
};
