import { practiceLogoFile } from '@portal/contract/practice';
import { z } from 'zod';
import { call } from './portal.ts';

/** The address of a logo, which everyone may load, and which browsers keep. */
export const logoAddress = (id: string): string => `/api${practiceLogoFile.path.replace(':id', id)}`;

/** A logo as a data URL, for documents that may load nothing. */
export async function logoData(id: string): Promise<string> {
  const { blob } = await call(practiceLogoFile, { params: { id } });
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  reader.addEventListener('load', () => resolve(z.string().parse(reader.result)));
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The logo cannot be read')));
  reader.readAsDataURL(blob);
  return promise;
}
