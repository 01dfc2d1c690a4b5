import type { ReceivedFile } from '@portal/contract/file';

/** Browsers read the object URL some time after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Saves a received file through the browser; `fallbackName` is used if the response has no file name. */
export function saveFile({ blob, fileName }: ReceivedFile, fallbackName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName ?? fallbackName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
