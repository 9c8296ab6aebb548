// The lessons.
import type { learn as en } from '../en/learn';
import type { Message } from '../format';

export const learn: Readonly<Record<keyof typeof en, Message>> = {
  'learn.heading': 'Selbstschlag-Schach lernen',
  'learn.lessons': 'Lektionen',
  'learn.progress': '{done} von {count} abgeschlossen',
  'learn.completed': 'Abgeschlossen',
  'learn.board': 'Brett: {lesson}',
  'learn.task': 'Deine Aufgabe',
  'learn.correct': 'Richtig!',
  'learn.wrong': 'Nicht dieser Zug.',
  'learn.next': 'Nächste Lektion',
  'learn.retry': 'Noch einmal',
  'learn.solution': 'Lösung ansehen',
  'learn.finished': 'Du kennst alle Regeln.',
  'learn.play': 'Partie spielen',
  'learn.capture.title': 'Eine neue Regel',
  'learn.capture.text':
    'Jede Figur darf Figuren der eigenen Farbe schlagen, genau wie die des Gegners. Nur Könige werden nie geschlagen.',
  'learn.capture.task':
    'Schlage eine eigene Figur: Ziehe den Springer von b1 auf den Bauern d2, oder tippe den Springer und dann zweimal den Bauern an.',
  'learn.capture.wrong': 'Das ist ein gewöhnlicher Zug. Schlage eine eigene Figur.',
  'learn.line.title': 'Eine Linie öffnen',
  'learn.line.text':
    'Oft stehen die eigenen Figuren im Weg. Schlage eine, und ein Turm, ein Läufer oder die Dame erreicht den König.',
  'learn.line.task': 'Weiß setzt in einem Zug matt und schlägt dabei einen weißen Bauern.',
  'learn.line.wrong': 'Das ist nicht matt. Welcher weiße Bauer versperrt einem Turm den Weg?',
  'learn.escape.title': 'Dem erstickten Matt entkommen',
  'learn.escape.text':
    'Ein ersticktes Matt ist hier kein Matt: Der König schlägt eine eigene Figur, wenn deren Feld nicht angegriffen ist.',
  'learn.escape.task': 'Schwarz steht im Schach. Finde einen Ausweg.',
  'learn.escape.wrong': 'Der König steht noch im Schach.',
  'learn.promotion.title': 'Umwandlung durch Selbstschlag',
  'learn.promotion.text':
    'Ein Bauer schlägt eigene Figuren diagonal, auch auf der letzten Reihe. Geradeaus braucht er ein leeres Feld.',
  'learn.promotion.task': 'Wandle den Bauern mit Schach um.',
  'learn.promotion.wrong':
    'Der Springer auf b8 steht dem Schach im Weg. Kann der Bauer ihn schlagen?',
  'learn.mate.title': 'Ein Matt, das hält',
  'learn.mate.text':
    'Ein König kann sich durch die eigenen Bauern hindurchschlagen. Ein Matt muss auch diese Felder decken.',
  'learn.mate.task':
    'Weiß setzt in einem Zug matt. Zwei Züge, die im normalen Schach mattsetzen, reichen hier nicht.',
  'learn.mate.wrong': 'Der König entkommt. Das Matt muss f7, g7 und h7 decken.',
  'learn.castling.title': 'Was gleich bleibt',
  'learn.castling.text':
    'Schachgebote, Fesselungen und versperrte Linien bleiben: Keine Figur greift durch eine andere hindurch an. En passant werden nur gegnerische Bauern geschlagen, bei der Rochade nichts.',
  'learn.castling.task':
    'Ziehe den Turm von h1 auf deinen König und lies, warum das nicht geht. Dann rochiere.',
  'learn.castling.wrong': 'Das ist legal, aber keine Rochade.',
};
