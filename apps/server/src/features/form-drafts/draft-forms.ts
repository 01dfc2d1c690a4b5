import { dictationAddendum } from '@portal/contract/dictations';
import { documentUpdate } from '@portal/contract/documents';
import type { Endpoint } from '@portal/contract/endpoint';
import { locationHeaderSave } from '@portal/contract/location-headers';
import { messageAddNote, messageComplete, messageCreate, messageUpdate } from '@portal/contract/messages';
import { officeCreate, officeUpdate } from '@portal/contract/offices';
import { orderCreate, orderStatusChange, orderUpdate } from '@portal/contract/orders';
import { patientCreate, patientUpdate } from '@portal/contract/patients';
import { pillCountCalculate } from '@portal/contract/pill-counts';
import { speechSave } from '@portal/contract/speech';
import { timecardAdd, timecardChange } from '@portal/contract/timecards';
import { userCreate, userUpdate } from '@portal/contract/users';
import type { DraftForm } from '@portal/domain/form-drafts';
import { passesGuard } from '#authz/guard.ts';
import type { SignedInContext } from '#request/context.ts';
import { mayView } from '#request/health-record.ts';

/** What each form saves with. Who may not call it may not open a draft of the form either. */
export const SAVED_WITH: Readonly<Record<DraftForm, Endpoint>> = {
  patientCreate,
  patientUpdate,
  messageCreate,
  messageUpdate,
  messageComplete,
  messageAddNote,
  orderCreate,
  orderUpdate,
  orderStatusChange,
  dictationAddendum,
  documentUpdate,
  pillCountCalculate,
  timecardAdd,
  timecardChange,
  userCreate,
  userUpdate,
  officeCreate,
  officeUpdate,
  locationHeaderSave,
  speechSave,
};

const isDraftForm = (form: string): form is DraftForm => form in SAVED_WITH;

/** The form of a stored draft, if the caller may open it now; undefined otherwise, or if there is no such form any longer. */
export function openForm(context: SignedInContext, form: string): DraftForm | undefined {
  if (!isDraftForm(form)) return undefined;
  const { guard, record, path } = SAVED_WITH[form];
  // The draft of a change contains the record as it was.
  const showsRecord = record !== undefined && path.includes('/:id');
  const isOpen = passesGuard(guard, context.user) && (!showsRecord || mayView(context, record));
  return isOpen ? form : undefined;
}
