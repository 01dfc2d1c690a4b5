import { FILE_FIELDS, formDraft, pillCount, type Desk } from './health-data-desk.ts';

/** A request: path parameters by name, and query, body or file if it has them. */
export interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly file?: File;
}
/** Builds the request of an endpoint that acts on the records of a desk. `version` may be outdated. */
type CallOf = (desk: Desk, version: number) => Call;

const REASON = 'Filed by mistake';
const one = (id: string, version: number) => [{ id, version }];
const patient = {
  firstName: 'Ann',
  lastName: 'Quexbymark',
  dateOfBirth: '1980-01-05',
  address: '77 Markstreet',
  insurancePolicyNumber: 'POLICYMARK1',
};
const order = ({ patientId, providerId }: Desk) => ({
  patientId,
  type: 'MRI',
  diagnosis: 'DIAGNOSISMARK',
  instructions: 'INSTRUCTIONSMARK',
  orderDate: '2026-11-20',
  orderedByUserId: providerId,
});
const message = ({ patientId }: Desk) => ({
  category: 'Medical',
  callerName: 'Callermark',
  message: 'MESSAGEMARK',
  patientId,
});
const note = ({ patientId, locationId, providerId }: Desk) => ({
  patientId,
  locationId,
  providerId,
  procedureDate: '2026-11-20',
  formData: { side: 'Left', note: 'NOTEMARK' },
  complications: 'COMPLICATIONMARK',
});

/** What each endpoint that changes or asks for health data gets sent. By hand; the test requires an entry for every one. */
export const CALLS: Readonly<Record<string, CallOf>> = {
  'POST /patient': () => ({ body: { ...patient, socialSecurityNumber: '219-09-9998' } }),
  'PUT /patient/:id': (_desk, version) => ({ body: { ...patient, version } }),
  'DELETE /patient/:id': () => ({ body: { reason: REASON } }),
  'POST /patient/:id/reactivate': () => ({ body: { reason: REASON } }),
  'POST /patient/duplicates': () => ({ body: { ...DUPLICATE, socialSecurityNumber: '219-09-9998' } }),
  'POST /patient/export': () => ({ body: {} }),
  'POST /patient/:id/alerts': () => ({ body: { text: 'ALERTMARK' } }),
  'PUT /patient/:id/alerts/:alertId': (_desk, version) => ({ body: { text: 'ALERTMARK', version } }),
  'POST /patient/:id/alerts/:alertId/end': (_desk, version) => ({ body: { version } }),

  'POST /medicalorder': (desk) => ({ body: order(desk) }),
  'PUT /medicalorder/:id': (desk, version) => ({ body: { ...order(desk), version } }),
  'DELETE /medicalorder/:id': (_desk, version) => ({ body: { reason: REASON, version } }),
  'POST /medicalorder/:id/status': (_desk, version) => ({ body: { status: 'Scheduled', version } }),
  'POST /medicalorder/:id/print': () => ({}),
  'POST /medicalorder/bulk': (desk, version) => ({ body: orderBulk(desk, version) }),
  'POST /medicalorder/bulk/preview': (desk, version) => ({ body: orderBulk(desk, version) }),
  'POST /medicalorder/export': () => ({ body: {} }),

  'POST /phonemessage': (desk) => ({ body: message(desk) }),
  'PUT /phonemessage/:id': (desk, version) => ({ body: { ...message(desk), version } }),
  'DELETE /phonemessage/:id': () => ({ body: { reason: REASON } }),
  'POST /phonemessage/:id/assign': (_desk, version) => ({ body: { userId: null, version } }),
  'POST /phonemessage/:id/complete': (_desk, version) => ({ body: { resolution: 'Called back', version } }),
  'POST /phonemessage/:id/status': (_desk, version) => ({ body: { status: 'RequiresFollowUp', version } }),
  'POST /phonemessage/:id/notes': () => ({ body: { text: 'MESSAGEMARK' } }),
  'POST /phonemessage/bulk': (desk, version) => ({ body: messageBulk(desk, version) }),
  'POST /phonemessage/bulk/preview': (desk, version) => ({ body: messageBulk(desk, version) }),
  'POST /phonemessage/export': () => ({ body: {} }),

  'POST /document/upload': ({ patientId, file }, version) => ({
    // The open desk has an identical file, too.
    body: { ...FILE_FIELDS, patientId, acceptDuplicate: String(version === 1) },
    file: file(),
  }),
  'PUT /document/:id': (_desk, version) => ({ body: { ...FILE_FIELDS, category: 'Financial', version } }),
  'DELETE /document/:id': () => ({ body: { reason: REASON } }),
  'POST /document/:id/move': ({ otherPatientId }, version) => ({
    body: { patientId: otherPatientId, reason: REASON, version },
  }),
  'POST /document/:id/restore': () => ({}),
  'POST /document/:id/print': () => ({}),
  'POST /document/bulk': (desk, version) => ({ body: documentBulk(desk, version) }),
  'POST /document/bulk/preview': ({ otherPatientId, documentId }, version) => ({
    body: { action: 'move', patientId: otherPatientId, reason: REASON, records: one(documentId, version) },
  }),
  'POST /document/export': () => ({ body: {} }),

  'POST /dictation': (desk) => ({ body: { ...note(desk), templateId: desk.templateId } }),
  'PUT /dictation/:id': (desk, version) => ({ body: { ...note(desk), version } }),
  'POST /dictation/:id/sign': (_desk, version) => ({ body: { version } }),
  'POST /dictation/:id/addendum': () => ({ body: { text: 'NOTEMARK' } }),
  'POST /dictation/:id/co-sign': (_desk, version) => ({ body: { version } }),
  'POST /dictation/:id/co-sign/send-back': (_desk, version) => ({ body: { reason: REASON, version } }),
  'POST /dictation/batch/status': ({ dictationId }) => ({
    body: { dictationIds: [dictationId], newStatus: 'Draft' },
  }),
  'POST /dictation/batch/print': ({ dictationId }) => ({ body: { dictationIds: [dictationId] } }),
  'POST /dictation/day-lines': ({ patientId }) => ({
    body: { patientId, procedureDate: '2026-11-20', dictationId: null },
  }),
  'POST /dictation/payer-limit-notes': ({ patientId }) => ({
    body: { patientId, procedureDate: '2026-11-20', dictationId: null },
  }),
  'POST /dictation/:id/use-side': (_desk, version) => ({ body: { lineIndex: 0, version } }),
  'POST /dictation/findings': ({ dictationId }) => ({ body: { dictationIds: [dictationId] } }),
  'PUT /dictation/drafts/:id': ({ draftBody }, version) => ({
    body: version === 1 ? draftBody : { ...draftBody, editorId: '00000000-0000-7000-8000-000000000009' },
  }),
  'DELETE /dictation/drafts/:id': () => ({}),
  'PUT /form-drafts/:id': ({ patientId }) => ({ body: formDraft(patientId) }),
  'DELETE /form-drafts/:id': () => ({}),
  'POST /dictation/group/create': ({ dictationId }) => ({ body: { dictationIds: [dictationId] } }),
  'POST /dictation/group/validate': ({ dictationId }) => ({ body: [dictationId] }),
  'POST /dictation/group/:id/sign-all': () => ({}),
  'POST /dictation/group/:id/add-dictations': ({ dictationId }) => ({
    body: { dictationIds: [dictationId] },
  }),
  'DELETE /dictation/group/:id': () => ({}),
  'POST /user/:id/waiting-work/reassign': ({ providerId }) => ({ body: { reassignTo: providerId } }),
  'POST /roles/:id/permissions/preview': ({ permissionId }) => ({
    body: { permissions: [{ permissionId, isGranted: false }] },
  }),
  'POST /roles/:id/permissions/copy/preview': ({ otherRoleId }) => ({ body: { sourceRoleId: otherRoleId } }),
  'POST /permissions/bulk-assign/preview': ({ permissionId, providerId }) => ({
    body: { userIds: [providerId], changes: [{ permissionId, isGranted: false }] },
  }),
  'DELETE /dictation/group/:id/remove/:dictationId': () => ({}),
  'DELETE /admin/dictation/dictations/:id': () => ({}),
  'POST /admin/dictation/dictations/:id/reactivate': () => ({}),
  'POST /admin/dictation/dictations/bulk-delete': ({ dictationId }) => ({
    body: { dictationIds: [dictationId], permanent: true },
  }),

  'POST /charges/batch': (desk, version) => ({ body: chargeBatch(desk, version) }),
  'POST /charges/batch/preview': (desk, version) => ({ body: chargeBatch(desk, version) }),
  'POST /charges/export': () => ({ body: CHARGE_DAYS }),
  'POST /charges/day-sheet': () => ({ body: CHARGE_DAYS }),

  'POST /pillcount/calculate': ({ patientId }) => ({
    body: { ...pillCount(patientId), saveToHistory: true },
  }),
  'DELETE /pillcount/:id': () => ({}),

  'POST /admin/patient-import': () => ({
    file: new File(['Last,First,DOB\nNobody,Ann,1/5/1980\n'], 'people.csv'),
  }),
  'POST /admin/patient-import/:id/export': () => ({}),
  'POST /admin/patient-import/:id/updates': () => ({ body: { updates: {} } }),
  'POST /admin/patient-import/:id/export-notes': () => ({}),
  'POST /audit/export': () => ({ body: {} }),
};

const DUPLICATE = { firstName: 'Pat', lastName: 'Quexbymark', dateOfBirth: '1980-01-05' };
const CHARGE_DAYS = { startDate: '2026-11-19', endDate: '2026-11-21' };
/** Queries without which a list would not show the records. */
export const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'GET /search': { q: 'Quexbymark' },
  'GET /charges': CHARGE_DAYS,
  'GET /charges/check': CHARGE_DAYS,
  'GET /admin/code-changes/notes': { code: 'J1030', codeType: 'CPT' },
  'GET /patient/:id': { fullSsn: 'true' },
  'GET /document': { deleted: 'true' },
};

const orderBulk = ({ orderId }: Desk, version: number) => ({
  action: 'status',
  status: 'Scheduled',
  records: one(orderId, version),
});
const messageBulk = ({ messageId }: Desk, version: number) => ({
  action: 'complete',
  resolution: 'Called back',
  records: one(messageId, version),
});
const documentBulk = ({ documentId }: Desk, version: number) => ({
  action: 'category',
  category: 'Financial',
  records: one(documentId, version),
});
const chargeBatch = ({ dictationId }: Desk, version: number) => ({
  action: 'enter',
  batchName: 'Friday',
  records: one(dictationId, version),
});
