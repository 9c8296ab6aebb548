// The review of a whole game, asked for again until it is finished.
import { useEffect, useState } from 'preact/hooks';
import { answer, api, type Line, type ReviewView, words } from '../api/client';
import { sentence, tell } from '../ui/announce';

const EVERY = 500;

export function useReview(): {
  review: ReviewView | undefined;
  start(line: Line): Promise<void>;
  forget(): void;
} {
  const [review, setReview] = useState<ReviewView>();
  const open = review && !review.finished ? review.id : undefined;
  useEffect(() => {
    if (!open) return;
    let timer: ReturnType<typeof setTimeout>;
    let wanted = true;
    const ask = async () => {
      try {
        const found = await answer(
          api.GET('/api/v1/review/{id}', { params: { path: { id: open } } }),
        );
        if (wanted) setReview(found);
      } catch {
        // It goes on at the server; the next question may be answered.
      }
      if (wanted) timer = setTimeout(ask, EVERY);
    };
    timer = setTimeout(ask, EVERY);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [open]);
  const start = async (line: Line) => {
    try {
      setReview(await answer(api.POST('/api/v1/review', { body: line })));
    } catch (error) {
      tell(sentence(words(error)));
    }
  };
  return { review, start, forget: () => setReview(undefined) };
}
