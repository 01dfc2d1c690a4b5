/**
 * Copies a text to the clipboard; returns false if the browser refuses. Over plain HTTP, such as in a clinic's local network,
 * browsers do not offer `navigator.clipboard`, so the text is copied from a temporary field next to `near`: a dialog would
 * take the focus away from any other place.
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Permission denied: the fallback may still work.
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
