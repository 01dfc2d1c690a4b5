/** A drawn page as a picture. Rejects when it is larger than the browser can keep. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The page is too large to be printed'));
      else resolve(blob);
    });
  });
}
