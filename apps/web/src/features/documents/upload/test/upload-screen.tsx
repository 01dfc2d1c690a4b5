import type { documentUsualCategories } from '@portal/contract/documents';
import type { ResultOf } from '@portal/contract/endpoint';
import { screen, within } from '@testing-library/react';
import { chooseOption } from '#lib/test/choose-option.ts';
import { createFakeServer } from '#lib/test/fake-server.ts';
import { aPatient } from '#lib/test/patients.ts';
import { showPage } from '#lib/test/show-page.tsx';
import { aDocument, ANN } from '../../test/document-fixtures.ts';
import { DocumentUploadPage } from '../DocumentUploadPage.tsx';
import { stubUploads } from '#lib/test/fake-uploads.ts';

const fileInput = () => screen.getByLabelText('Files', { selector: 'input' });

/** Opens the upload screen for Ann and returns helpers for tests. */
export async function openUpload(usual: ResultOf<typeof documentUsualCategories> = []) {
  const sent = stubUploads((fileName) => aDocument({ fileName }));
  const server = createFakeServer();
  server.on(`GET /patient/${ANN.id}`, { body: aPatient() });
  server.on('GET /document/usual-categories', { body: usual });
  const page = await showPage({
    server,
    pages: { '/documents/upload': DocumentUploadPage },
    at: `/documents/upload?patientId=${ANN.id}`,
    permissions: ['Document.Upload', 'Patient.View'],
  });
  await screen.findByText('Choose files');
  const { user } = page;
  return {
    ...page,
    sent,
    choose: (...files: File[]) => user.upload(fileInput(), files),
    submit: () => user.click(screen.getByText(/^Upload( \d+ files)?$/, { selector: 'button' })),
    press: (name: string) => user.click(screen.getByLabelText(name)),
    fillDetails: async (type = 'Consent', category = 'Legal') => {
      await user.click(screen.getByLabelText(type));
      chooseOption(/^Category/, category);
    },
  };
}

export const fileRow = (name: string): HTMLElement => screen.getByLabelText(name, { selector: 'li' });
/** The status line of a file: size, state and custom details. */
export const stateOf = (name: string): string => fileRow(name).querySelector('p + p')?.textContent ?? '';
/** The file names in list order. */
export const fileNames = (): (string | null)[] =>
  within(screen.getByLabelText('Files', { selector: 'ul' }))
    .queryAllByRole('listitem')
    .map((row) => row.getAttribute('aria-label'));
/** The labels of the actions of a file. */
export const actionsOf = (name: string): (string | null)[] =>
  Array.from(fileRow(name).querySelectorAll('button, a'), ({ textContent }) => textContent);
