const LETTER_AT_200_DPI = { width: 1700, height: 2200 };

/** Writes a line across the top of a drawn page, on white. */
export function writeNote(canvas: HTMLCanvasElement, text: string): void {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The page is too large to be drawn');
  const size = canvas.width / 50;
  context.resetTransform();
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, size * 2);
  context.fillStyle = '#000';
  context.font = `${size}px sans-serif`;
  context.textBaseline = 'middle';
  context.fillText(text, size, size, canvas.width - size * 2);
}

/** A white page with a sentence, in place of one that cannot be drawn. */
export function failedPage(text: string): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), LETTER_AT_200_DPI);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The page is too large to be drawn');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  writeNote(canvas, text);
  return canvas;
}
