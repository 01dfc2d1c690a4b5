/**
 * Puts a text on the clipboard; false when the browser refuses. Over plain HTTP on a clinic's own network browsers hide
 * `navigator.clipboard`, so the selection is copied there, from a field beside `near`: a dialog would take the focus
 * back from any other place.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission refused: the older way may still work.
    }
  }
  return copySelection(text, near);
}

function copySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  near.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  near.focus();
  return isCopied;
}
