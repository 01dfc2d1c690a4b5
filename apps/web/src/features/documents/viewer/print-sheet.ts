/** Printable content: page images, a single image, or plain text. */
export type Sheet =
  | { readonly kind: 'pages'; readonly pages: readonly Blob[]; readonly size: PageSize }
  | { readonly kind: 'picture'; readonly picture: Blob }
  /** The note is printed above the text. */
  | { readonly kind: 'text'; readonly text: string; readonly note: string | null };

/** Paper size in points (1/72 inch). */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const ID = 'print-sheet';
/** Hides everything except the sheet when printing. */
const RULES = `
@media screen { #${ID} { display: none } }
@media print {
  body > :not(#${ID}) { display: none !important }
  html, body { margin: 0; padding: 0; background: #fff !important; color: #000 }
  #${ID} img { display: block; width: 100%; object-fit: contain; break-after: page }
  #${ID}.pages img { height: 100vh }
  #${ID}.picture img { max-height: 100vh }
  #${ID} img:last-child { break-after: auto }
  #${ID} pre { margin: 0; font: 11pt/1.4 monospace; white-space: pre-wrap; overflow-wrap: anywhere }
}
`;

/** Opens the browser's print dialog for a sheet. Rejects if an image cannot be decoded. */
export async function printSheet(sheet: Sheet): Promise<void> {
  document.getElementById(ID)?.remove();
  const root = document.createElement('div');
  root.id = ID;
  root.className = sheet.kind;
  const style = document.createElement('style');
  style.textContent = `${RULES}@page { ${pageRule(sheet)} }`;
  root.append(style);
  const addresses: string[] = [];
  const images = picturesOf(sheet).map((picture) => {
    const image = new Image();
    addresses.push(URL.createObjectURL(picture));
    image.src = addresses.at(-1) ?? '';
    return image;
  });
  root.append(...images);
  if (sheet.kind === 'text') {
    const note = document.createElement('p');
    note.textContent = sheet.note;
    if (sheet.note !== null) root.append(note);
    const text = document.createElement('pre');
    text.textContent = sheet.text;
    root.append(text);
  }
  const cleanUp = () => {
    root.remove();
    addresses.forEach((address) => URL.revokeObjectURL(address));
  };
  document.body.append(root);
  try {
    await Promise.all(images.map((image) => image.decode()));
  } catch (error) {
    cleanUp();
    throw error;
  }
  // On phones, print() returns before the page is rendered.
  window.addEventListener('afterprint', cleanUp, { once: true });
  window.print();
}

function picturesOf(sheet: Sheet): readonly Blob[] {
  if (sheet.kind === 'pages') return sheet.pages;
  return sheet.kind === 'picture' ? [sheet.picture] : [];
}

/** Page images include their own margins. */
function pageRule(sheet: Sheet): string {
  if (sheet.kind !== 'pages') return 'margin: 12mm';
  return `size: ${sheet.size.width}pt ${sheet.size.height}pt; margin: 0`;
}
