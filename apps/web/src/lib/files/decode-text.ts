import { utf16Of } from '@portal/domain/utf-16';

/** How the bytes of a text were read. */
export type TextEncoding = 'UTF-8' | 'UTF-16' | 'UTF-16 without a mark' | 'Windows-1252';

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Reads text in UTF-16 if it begins so, else in UTF-8 if it is valid, else in Windows-1252. */
export function decodeText(bytes: ArrayBuffer): DecodedText {
  const utf16 = utf16Of(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)));
  if (utf16 !== undefined) {
    const text = new TextDecoder(utf16.encoding).decode(bytes);
    return { text, encoding: utf16.isMarked ? 'UTF-16' : 'UTF-16 without a mark' };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
