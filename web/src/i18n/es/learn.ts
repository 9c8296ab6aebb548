// The lessons.
import type { learn as en } from '../en/learn';
import type { Message } from '../format';

export const learn: Readonly<Record<keyof typeof en, Message>> = {
  'learn.heading': 'Aprende el ajedrez con autocaptura',
  'learn.lessons': 'Lecciones',
  'learn.progress': '{done} de {count} completadas',
  'learn.completed': 'Completada',
  'learn.board': 'Tablero: {lesson}',
  'learn.task': 'Tu tarea',
  'learn.correct': '¡Correcto!',
  'learn.wrong': 'Esa no es.',
  'learn.next': 'Siguiente lección',
  'learn.retry': 'Reintentar',
  'learn.solution': 'Ver la solución',
  'learn.finished': 'Ya conoces todas las reglas.',
  'learn.play': 'Jugar una partida',
  'learn.capture.title': 'Una regla nueva',
  'learn.capture.text':
    'Cada pieza puede capturar piezas de su propio bando, igual que captura las del rival. Los reyes son los únicos que nunca se capturan.',
  'learn.capture.task':
    'Captura una de tus piezas: arrastra el caballo de b1 sobre el peón de d2, o toca el caballo y luego dos veces el peón.',
  'learn.capture.wrong': 'Es una jugada normal. Captura una de tus propias piezas.',
  'learn.line.title': 'Abrir una línea',
  'learn.line.text':
    'A menudo estorban tus propias piezas. Captura una y la torre, el alfil o la dama alcanzan al rey.',
  'learn.line.task': 'Juegan blancas y dan mate en una, capturando un peón blanco.',
  'learn.line.wrong': 'No es jaque mate. ¿Qué peón blanco cierra el paso a una torre?',
  'learn.escape.title': 'Escapar del mate de la coz',
  'learn.escape.text':
    'Aquí el mate de la coz no es mate: el rey captura una pieza propia, si su casilla no está atacada.',
  'learn.escape.task': 'Las negras están en jaque. Encuentra una salida.',
  'learn.escape.wrong': 'El rey sigue en jaque.',
  'learn.promotion.title': 'Coronar con una autocaptura',
  'learn.promotion.text':
    'El peón captura piezas propias en diagonal, también en la última fila. De frente necesita una casilla vacía.',
  'learn.promotion.task': 'Corona dando jaque.',
  'learn.promotion.wrong': 'El caballo de b8 impide el jaque. ¿Puede capturarlo el peón?',
  'learn.mate.title': 'Un mate de verdad',
  'learn.mate.text':
    'El rey puede abrirse paso capturando sus propios peones. El mate también debe cubrir esas casillas.',
  'learn.mate.task':
    'Juegan blancas y dan mate en una. Dos jugadas que dan mate en el ajedrez normal aquí no bastan.',
  'learn.mate.wrong': 'El rey se escapa. El mate debe cubrir f7, g7 y h7.',
  'learn.castling.title': 'Lo que no cambia',
  'learn.castling.text':
    'El jaque, las clavadas y los bloqueos son los del ajedrez normal: nada ataca a través de otra pieza. Al paso solo se capturan peones rivales, y el enroque no captura nada.',
  'learn.castling.task':
    'Arrastra la torre de h1 sobre tu rey y lee por qué es ilegal. Después, enroca.',
  'learn.castling.wrong': 'Es legal, pero no es un enroque.',
};
