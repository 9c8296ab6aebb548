import { ArrowRight, Check, Lightbulb, Play, RotateCcw, X } from 'lucide';
import { useMemo, useState } from 'preact/hooks';
import { navigate } from '../app/router';
import { Board } from '../board/board';
import { t } from '../i18n';
import { outcomeText, selfCaptureText } from '../i18n/rules';
import { type Move, Position } from '../rules';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { type Lesson, VARIANT } from './lessons';
import { completeLesson } from './progress';

interface Props {
  lesson: Lesson;
  /** The lesson after it; missing for the last one. */
  next: Lesson | undefined;
}

/** A lesson: a position, a task, and whether a move solves it. */
export function LessonView({ lesson, next }: Props) {
  const start = useMemo(() => Position.fromFen(lesson.fen, { variant: VARIANT }), [lesson]);
  const [played, setPlayed] = useState<Move>();
  const [solutionShown, setSolutionShown] = useState(false);
  const position = useMemo(() => (played ? start.play(played) : start), [start, played]);
  const solved = played !== undefined && lesson.solves(played, position);
  const play = (move: Move) => {
    setPlayed(move);
    setSolutionShown(false);
    if (lesson.solves(move, start.play(move))) completeLesson(lesson.id);
  };
  const solution = start.moves().find((move) => lesson.solves(move, start.play(move)));
  const shapes = useMemo(
    () =>
      solutionShown && solution
        ? [{ orig: solution.from, dest: solution.to, brush: 'green' as const }]
        : [],
    [solutionShown, solution?.uci],
  );
  return (
    <article class="lesson">
      <div class="lesson-board">
        <Board
          label={t('learn.board', { lesson: t(`learn.${lesson.id}.title`) })}
          position={position}
          lastMove={played}
          orientation={lesson.orientation}
          movable={played ? undefined : start.turn}
          shapes={shapes}
          onMove={play}
        />
      </div>
      <div class="lesson-text">
        <h2>{t(`learn.${lesson.id}.title`)}</h2>
        <p>{t(`learn.${lesson.id}.text`)}</p>
        <div class="lesson-task" aria-live="polite">
          {played ? (
            <p class={solved ? 'right' : 'wrong'}>
              <Icon of={solved ? Check : X} />
              <span>
                <strong>{t(solved ? 'learn.correct' : 'learn.wrong')}</strong>{' '}
                {solved ? praise(played, position) : t(`learn.${lesson.id}.wrong`)}
              </span>
            </p>
          ) : (
            <>
              <h3>{t('learn.task')}</h3>
              <p>{t(`learn.${lesson.id}.task`)}</p>
            </>
          )}
        </div>
        <div class="button-row">
          {solved && next && (
            <Button kind="primary" icon={ArrowRight} onClick={() => navigate(`/learn/${next.id}`)}>
              {t('learn.next')}
            </Button>
          )}
          {solved && !next && (
            <Button kind="primary" icon={Play} onClick={() => navigate('/')}>
              {t('learn.play')}
            </Button>
          )}
          {played ? (
            <Button icon={RotateCcw} onClick={() => setPlayed(undefined)}>
              {t('learn.retry')}
            </Button>
          ) : (
            <Button icon={Lightbulb} kind="quiet" onClick={() => setSolutionShown(true)}>
              {t('learn.solution')}
            </Button>
          )}
        </div>
        {solved && !next && <p>{t('learn.finished')}</p>}
      </div>
    </article>
  );
}

/** What the move has done: a self-capture and its purpose, and the end of the game. */
function praise(move: Move, after: Position): string {
  const outcome = after.outcome();
  return [move.selfCapture && selfCaptureText(move), outcome && outcomeText(outcome)]
    .filter(Boolean)
    .join(' ');
}
