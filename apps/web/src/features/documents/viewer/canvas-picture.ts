/** Converts a canvas to an image. Rejects if it is too large for the browser. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The page is too large to be printed'));
      else resolve(blob);
    });
  });
}
