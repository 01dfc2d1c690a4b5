import { draftSave } from '@portal/contract/dictation-drafts';
import { dictationBody, dictationChange, type Dictation } from '@portal/contract/dictations';
import type { PermissionName } from '@portal/domain/permissions';
import { fireEvent, screen, within } from '@testing-library/react';
import { createFakeServer, type Answer, type FakeServer, type SeenCall } from '#lib/test/fake-server.ts';
import { showPage } from '#lib/test/show-page.tsx';
import {
  aDictation,
  aDraft,
  IDS,
  PROVIDER,
  withClinic,
  WRITE,
  type Person,
} from '../../test/dictation-fixtures.ts';
import { DictationEditorPage } from '../../DictationEditorPage.tsx';

export const EDIT = `/dictations/${IDS.dictation}/edit`;
export const NEW = `/dictations/new?template=${IDS.template}&patientId=${IDS.patient}&locationId=${IDS.office}`;

const PAGES = {
  '/dictations/new': DictationEditorPage,
  '/dictations/:id': DictationEditorPage,
  '/dictations/:id/edit': DictationEditorPage,
};

interface EditorOptions {
  /** Defaults to the editor of the saved dictation. */
  readonly at?: string;
  /** The saved dictation; by default a draft of the provider. */
  readonly stored?: Partial<Dictation>;
  readonly user?: Person;
  readonly permissions?: readonly PermissionName[];
  /** Changes the server's answers before the page loads. */
  readonly prepare?: (server: FakeServer) => void;
}

/** Opens the editor with a fake server that stores drafts, saves, and signs. Tests can replace its routes. */
export async function openEditor({
  at = EDIT,
  stored = {},
  user = PROVIDER,
  permissions = WRITE,
  prepare = () => undefined,
}: EditorOptions = {}) {
  const server = withClinic(createFakeServer());
  let dictation = aDictation({ status: 'Draft', ...stored });
  const store = (change: Partial<Dictation>): Answer => {
    dictation = { ...dictation, ...change, version: dictation.version + 1 };
    return { body: dictation };
  };
  const path = `/dictation/${IDS.dictation}`;
  server.on(`GET ${path}`, () => ({ body: dictation }));
  server.on('POST /dictation', ({ body }) => {
    const { status, formData, billingOption } = dictationBody.parse(body);
    return store({ status, formData, billingOption, version: 0 });
  });
  server.on(`PUT ${path}`, ({ body }) => {
    const { status, formData, billingOption } = dictationChange.required().parse(body);
    return store({ status, formData, billingOption });
  });
  server.on(`POST ${path}/sign`, () => store({ status: 'Signed', signedAt: '2026-11-21T15:01:00Z' }));
  server.on('PUT /dictation/drafts/:id', storeDraft);
  server.on('DELETE /dictation/drafts/:id', { body: { message: 'Discarded' } });
  prepare(server);
  const { user: person, router } = await showPage({
    server,
    pages: PAGES,
    at,
    permissions,
    user,
  });
  await screen.findByLabelText('Billing Option');
  return { server, person, path: () => router.state.location.pathname, router };
}

/** Answers an autosave like the server. */
export const storeDraft = ({ path, body }: SeenCall): Answer => {
  const { content, takeOver: _takeOver, ...draft } = draftSave.body.parse(body);
  const id = path.split('/').at(-1) ?? '';
  return { body: aDraft({ ...draft, id, revision: draft.revision + 1, content }) };
};

/** Autosave requests, oldest first. */
export const sentDrafts = ({ calls }: FakeServer) =>
  calls
    .filter(({ method, path }) => method === 'PUT' && path.startsWith('/dictation/drafts/'))
    .map(({ body }) => draftSave.body.parse(body));

/** Save requests of the dictation, oldest first. */
export const saves = ({ calls }: FakeServer) =>
  calls
    .filter(({ method, path }) => method === 'PUT' && path === `/dictation/${IDS.dictation}`)
    .map(({ body }) => dictationChange.parse(body));

/** A 409 response because someone else saved first. */
export const stale = (current: Dictation): Answer => ({
  status: 409,
  body: { message: 'Someone else changed this record', code: 'STALE', current },
});

/** Finds a button by text or label, which is faster than by role on a large screen. */
export const button = (name: string): HTMLButtonElement =>
  screen.queryByText<HTMLButtonElement>(name, { selector: 'button' }) ??
  screen.getByLabelText<HTMLButtonElement>(name, { selector: 'button' });
/** The same in the open dialog. */
export const answer = (name: string) =>
  within(screen.getByRole('alertdialog')).getByText(name, { selector: 'button' });
export const technique = () => screen.getByLabelText<HTMLTextAreaElement>(/^Technique/u);
export const side = () => screen.getByLabelText<HTMLSelectElement>(/^Side/u);
export const billingOption = () => screen.getByLabelText<HTMLSelectElement>('Billing Option');
/** Selects an option of a native select. */
export const choose = (box: HTMLSelectElement, value: string) => fireEvent.change(box, { target: { value } });
/** Presses a key on the focused element or the page. */
export const press = (key: string, how: Partial<KeyboardEventInit> = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...how });
/** Types all of a text at once. */
export const write = (text: string) => fireEvent.change(technique(), { target: { value: text } });
/** The autosave status text. */
export const autosaveText = () => within(screen.getByLabelText('Save')).getByRole('status').textContent;
