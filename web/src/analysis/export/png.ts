import { type BoardView, createPicture, drawBoard, loadBoardStyle } from './boardImage';

/** Pixels of a side. */
const SIZE = 960;

/** Returns a picture of a position. */
export async function positionPng(view: BoardView): Promise<Blob> {
  const context = createPicture(SIZE);
  drawBoard(context, view, await loadBoardStyle());
  return new Promise((resolve, reject) => {
    context.canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('failed to write the picture'))),
      'image/png',
    );
  });
}
