import { useMemo, useState } from 'preact/hooks';
import { usePosition } from '../analysis/usePosition';
import { answer, api, type Line, type MoveInfo, type Side, words } from '../api/client';
import { LineBoard } from '../board/lineBoard';
import { sentence, tell } from '../ui/announce';
import { sideName, themesText } from '../ui/words';

interface Lesson {
  title: string;
  text: string;
  fen: string;
  task: string;
  orientation?: Side;
}

const LESSONS: Lesson[] = [
  {
    title: 'One new rule',
    text: 'Everything is as in chess, and one thing more: a piece may take a piece of its own side, in the way in which it takes the enemy’s. Only kings are never taken.',
    fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    task: 'Drag the knight from b1 onto the pawn on d2. By click: select it, click the pawn, and click it again.',
  },
  {
    title: 'Open a line',
    text: 'Your own pieces are often in the way. Take one, and a rook, bishop or queen sees the enemy king.',
    fen: '3r3k/p7/1p3p1P/1Pp1p3/P1b2r2/6R1/3N4/2K4R w - - 0 1',
    task: 'White mates in one move, by taking a pawn that is his own.',
  },
  {
    title: 'The king escapes through its own army',
    text: 'The famous smothered mate is none: the king takes one of those who smother it, if the square is not attacked.',
    fen: '6rk/5Npp/8/8/8/8/6PP/6K1 b - - 0 1',
    task: 'Black is in check and every neighbour is his own. Get out.',
    orientation: 'black',
  },
  {
    title: 'Promote on your own piece',
    text: 'A pawn takes its own pieces diagonally, as it takes the enemy’s, on the last rank too. Straight ahead it still needs an empty square.',
    fen: '1N1rk3/P7/8/8/8/8/8/4K3 w - - 0 1',
    task: 'Promote with check.',
  },
  {
    title: 'What stays as it was',
    text: 'Check, pins and blocking are those of chess: nothing is attacked through another piece. En passant takes enemy pawns only, castling takes nothing, and taking your own rook at home ends the right to castle with it.',
    fen: 'r3k2r/8/8/8/8/8/6P1/R3K2R w KQkq - 0 1',
    task: 'Drag a rook onto your own king and read why it stays where it is. Then castle.',
  },
];

function Try({ lesson }: { lesson: Lesson }) {
  const start: Line = useMemo(
    () => ({ variant: 'selfcapture', fen: lesson.fen, moves: [] }),
    [lesson],
  );
  const [line, setLine] = useState(start);
  const [fen, setFen] = useState(lesson.fen);
  const [last, setLast] = useState<MoveInfo>();
  const [said, setSaid] = useState('');
  const position = usePosition(line);
  const play = async (uci: string) => {
    try {
      const after = await answer(api.POST('/api/v1/apply', { body: { ...line, move: uci } }));
      setLine({ ...line, moves: after.moves });
      setFen(after.fen);
      setLast(after.move);
      const { move } = after;
      const themes = themesText(move);
      setSaid(
        sentence(
          (move.self_capture
            ? `${move.san} takes its own ${move.captured?.piece}${themes ? `: ${themes}` : ''}`
            : `${move.san} is an ordinary move`) + (after.outcome ? `. ${after.outcome.text}` : ''),
        ),
      );
      return true;
    } catch (error) {
      tell(sentence(words(error)));
      return false;
    }
  };
  const again = () => {
    setLine(start);
    setFen(lesson.fen);
    setLast(undefined);
    setSaid('');
  };
  return (
    <article class="lesson card">
      <div class="board-column">
        <LineBoard
          label={`Board: ${lesson.title}`}
          line={line}
          fen={fen}
          last={last}
          position={position}
          orientation={lesson.orientation ?? 'white'}
          play={play}
        />
      </div>
      <div>
        <h2>{lesson.title}</h2>
        <p>{lesson.text}</p>
        <p>
          <strong>Try it.</strong> {lesson.task}
        </p>
        <p class="said" aria-live="polite">
          {said || (position ? `${sideName(position.turn)} to move.` : '')}
        </p>
        {line.moves.length > 0 && (
          <button type="button" onClick={again}>
            Start again
          </button>
        )}
      </div>
    </article>
  );
}

/** The rules of self-capture chess, with positions to try. */
export function LearnPage() {
  return (
    <section class="text wide">
      <h1>Self-capture chess</h1>
      <p>
        Vladimir Kramnik and DeepMind studied it and called it “simply an improved version of
        regular chess”. The rules take a minute; what follows from them takes longer.
      </p>
      {LESSONS.map((lesson) => (
        <Try key={lesson.title} lesson={lesson} />
      ))}
      <p>
        Ready? <a href="/">Play a game</a>, or see how often <a href="/statistics">you</a> take your
        own.
      </p>
    </section>
  );
}
