// Failures of requests.
import type { errors as en } from '../en/errors';
import type { Message } from '../format';

export const errors: Readonly<Record<keyof typeof en, Message>> = {
  'error.offline': 'Der Server ist nicht erreichbar.',
  'error.bad_request': 'Der Server hat diese Anfrage nicht verstanden.',
  'error.bad_fen': 'Diese Stellung ist nicht spielbar.',
  'error.illegal_move': 'Dieser Zug ist nicht legal.',
  'error.bad_variant': 'Diese Variante wird nicht unterstützt.',
  'error.out_of_range': 'Ein Wert liegt außerhalb des erlaubten Bereichs.',
  'error.game_over': 'Die Partie ist beendet.',
  'error.stale': 'Die Partie hat sich inzwischen geändert.',
  'error.not_now': 'Das ist gerade nicht möglich.',
  'error.not_yours': 'Das ist nicht deine Partie.',
  'error.unauthorized': 'Das Token ist ungültig.',
  'error.not_found': 'Nicht gefunden.',
  'error.too_large': 'Das ist zu groß für den Server.',
  'error.rate_limited': 'Zu viele Anfragen. Bitte warte einen Moment.',
  'error.quota': 'Du hast ein Limit dieses Servers erreicht.',
  'error.busy': 'Der Server ist ausgelastet. Bitte versuche es gleich noch einmal.',
  'error.unavailable': 'Der Server ist gerade nicht verfügbar. Bitte versuche es noch einmal.',
  'error.unknown': 'Etwas ist schiefgelaufen. Bitte versuche es noch einmal.',
};
