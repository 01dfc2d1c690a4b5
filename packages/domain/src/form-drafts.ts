/** The forms whose unsaved input is kept as drafts, named after what they save with, and how they are called in the list of drafts. */
export const DRAFT_FORMS = {
  patientCreate: 'New Patient',
  patientUpdate: 'Edit Patient',
  messageCreate: 'New Phone Message',
  messageUpdate: 'Edit Phone Message',
  messageComplete: 'Complete Phone Message',
  messageAddNote: 'Note on a phone message',
  orderCreate: 'New Order',
  orderUpdate: 'Edit Order',
  orderStatusChange: 'Next step of an order',
  dictationAddendum: 'Addendum',
  documentUpdate: 'Details of a document',
  pillCountCalculate: 'Pill Count',
  timecardAdd: 'Add Timecard',
  timecardChange: 'Correct Timecard',
  userCreate: 'New User',
  userUpdate: 'Edit User',
  officeCreate: 'New Office',
  officeUpdate: 'Edit Office',
  locationHeaderSave: 'Location header',
  speechSave: 'Words for speech',
} as const;
export type DraftForm = keyof typeof DRAFT_FORMS;

/** Fields that are never in a draft, and what people call them. */
export const NEVER_IN_DRAFTS = { socialSecurityNumber: 'social security number' } as const;

export const isNeverInDrafts = (field: string): field is keyof typeof NEVER_IN_DRAFTS =>
  field in NEVER_IN_DRAFTS;

/** The most drafts of a user. */
export const MAX_FORM_DRAFTS = 50;
/** The most characters of a draft as JSON. */
export const MAX_FORM_DRAFT_LENGTH = 200_000;
/** Drafts are removed this many days after their last change. */
export const FORM_DRAFT_DAYS = 30;

/** The topic of the live connection for changes of the user's own list of drafts. */
export const FORM_DRAFTS_TOPIC = 'form drafts';
