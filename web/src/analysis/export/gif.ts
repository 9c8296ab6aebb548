// Games as animated pictures.
import { type BoardView, createPicture, drawBoard, loadBoardStyle } from './boardImage';

/** Pixels of a side. */
const SIZE = 400;
/** Milliseconds of a position, and of the last one. */
const DELAY = 900;
const LAST_DELAY = 3_000;
const COLORS = 64;

/** Returns an animation of positions. The encoder is loaded when it is needed. */
export async function gameGif(views: readonly BoardView[]): Promise<Blob> {
  const { Encoder } = await import('modern-gif');
  const style = await loadBoardStyle();
  const encoder = new Encoder({ width: SIZE, height: SIZE, maxColors: COLORS, looped: true });
  for (const [i, view] of views.entries()) {
    const context = createPicture(SIZE);
    drawBoard(context, view, style);
    const data = context.getImageData(0, 0, SIZE, SIZE).data;
    await encoder.encode({ data, delay: i === views.length - 1 ? LAST_DELAY : DELAY });
  }
  return encoder.flush('blob');
}
