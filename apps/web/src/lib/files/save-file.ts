import type { ReceivedFile } from '@portal/contract/file';

/** Browsers read the address some time after the click. */
const KEPT_MS = 60_000;

/** Lets the browser save a received file; `fallbackName` where the server's name did not arrive. */
export function saveFile({ blob, fileName }: ReceivedFile, fallbackName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
