// The frame of the app: titles, menu, failures.
import type { app as en } from '../en/app';
import type { Message } from '../format';

export const app: Readonly<Record<keyof typeof en, Message>> = {
  'title.home': 'Ouro • Ajedrez en el que puedes capturar tus propias piezas',
  'title.game': 'Partida',
  'title.analysis': 'Tablero de análisis',
  'title.editor': 'Editor de tablero',
  'title.learn': 'Aprende el ajedrez con autocaptura',
  'title.puzzles': 'Ejercicios',
  'title.puzzleThemes': 'Temas de los ejercicios',
  'title.puzzleHistory': 'Historial de ejercicios',
  'title.mateOrNot': '¿Mate o no?',
  'title.games': 'Tus partidas',
  'title.statistics': 'Estadísticas de autocapturas',
  'title.login': 'Iniciar sesión',
  'title.notFound': 'Página no encontrada',
  'nav.label': 'Menú principal',
  'nav.menu': 'Menú',
  'nav.play': 'Jugar',
  'nav.puzzles': 'Ejercicios',
  'nav.analysis': 'Análisis',
  'nav.editor': 'Editor',
  'nav.learn': 'Aprender',
  'nav.games': 'Partidas',
  'nav.statistics': 'Estadísticas',
  'app.skip': 'Ir al contenido',
  'notFound.heading': 'Página no encontrada',
  'notFound.home': 'Volver a la página de inicio',
  'failed.heading': 'No se pudo cargar esta página',
  'failed.reload': 'Reintentar',
};
