/** Replaces each text of the page by a translation, as browsers do (facebook/react#11538), except where that is forbidden. */
export function translatePage(root: Element = document.body): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (parent === null || parent.closest('[translate="no"], script, style, font') !== null) continue;
    if (text.data.trim() === '') continue;
    const font = document.createElement('font');
    font.append(`«${text.data}»`);
    parent.insertBefore(font, text);
    text.remove();
  }
}
