/** What a translator has put in place of a text. */
type StandIns = Map<Text, Element>;

/**
 * Lets a browser translate the page while it changes. Translators replace each text by a `<font>` element (facebook/react#11538,
 * looked up 2026-11-26). React still knows the replaced text: removing it, or inserting something before it, would throw, and
 * a change of it would not be seen. Here, such calls reach the `<font>` element, and a text that changes takes its place again.
 * Returns a function that ends it.
 */
export function installTranslatedText(page: Document): () => void {
  const standIns: StandIns = new Map();
  const changes = new MutationObserver((records) => {
    for (const { target } of records) if (target instanceof Text) putBack(standIns, target);
  });
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.removedNodes) {
        const standIn = node instanceof Text && !node.isConnected ? translationIn(record) : null;
        if (!(node instanceof Text) || standIn === null) continue;
        standIns.set(node, standIn);
        changes.observe(node, { characterData: true });
      }
    }
  });
  replacements.observe(page, { childList: true, subtree: true });

  // oxlint-disable-next-line typescript/unbound-method -- called with their node below
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Node.prototype.removeChild = function remove(child) {
    removeChild.call(this, shownChild(standIns, this, child) ?? child);
    return child;
  };
  Node.prototype.insertBefore = function insert(node, before) {
    dropStandIn(standIns, node);
    insertBefore.call(this, node, before === null ? null : (shownChild(standIns, this, before) ?? before));
    return node;
  };
  Node.prototype.appendChild = function append(node) {
    dropStandIn(standIns, node);
    appendChild.call(this, node);
    return node;
  };

  return () => {
    replacements.disconnect();
    changes.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  };
}

/** The `<font>` element that a translator has put beside or in place of the text that was removed. */
function translationIn({ addedNodes, previousSibling, nextSibling }: MutationRecord): Element | null {
  const around = [...addedNodes, previousSibling, nextSibling];
  return around.find((node) => node instanceof HTMLFontElement) ?? null;
}

/** The child that shows the text for which React asks, if it is another node. */
function shownChild(standIns: StandIns, parent: Node, child: Node): Node | null {
  if (child.parentNode === parent) return null;
  const standIn = child instanceof Text ? standIns.get(child) : undefined;
  if (standIn?.parentNode === parent) return standIn;
  // Some translators move the text into their element.
  let ancestor = child.parentNode;
  while (ancestor !== null && ancestor.parentNode !== parent) ancestor = ancestor.parentNode;
  return ancestor instanceof HTMLFontElement ? ancestor : null;
}

function putBack(standIns: StandIns, text: Text): void {
  standIns.get(text)?.replaceWith(text);
  standIns.delete(text);
}

/** Removes the replacement of a text that moves. */
function dropStandIn(standIns: StandIns, node: Node): void {
  if (!(node instanceof Text)) return;
  standIns.get(node)?.remove();
  standIns.delete(node);
}
