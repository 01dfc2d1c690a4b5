import { patientTimeline } from '@portal/contract/patient-timeline';
import * as patients from '@portal/contract/patients';
import type { Binder } from '#http/bind.ts';
import { exportPatients } from './export-patients.ts';
import { findDuplicates } from './duplicates.ts';
import { getPatients, readFirstPage } from './patient-list.ts';
import { changePatient, createPatient, getPatient, printPatient } from './patient-service.ts';
import { deactivatePatient, reactivatePatient } from './patient-status.ts';
import { findPatient } from './patient-repo.ts';
import { getTimeline } from './timeline.ts';

/** Binds the endpoints of patients. */
export function bindPatients(binder: Binder): void {
  binder.bindRead(
    patients.patientList,
    (db, { query }) => readFirstPage(db, query),
    (page, { query }, context) => getPatients(context, query, page),
  );
  binder.bindRead(
    patients.patientGet,
    (db, { params }) => findPatient(db, params.id),
    (row, { query }, context) => getPatient(context, row, query),
  );
  binder.bind(patients.patientPrint, ({ params }, context) => printPatient(context, params.id));
  binder.bind(patients.patientCreate, ({ body }, context) => createPatient(context, body));
  binder.bind(patients.patientUpdate, ({ params, body }, context) => changePatient(context, params.id, body));
  binder.bind(patients.patientDeactivate, ({ params, body }, context) =>
    deactivatePatient(context, params.id, body.reason),
  );
  binder.bind(patients.patientReactivate, ({ params, body }, context) =>
    reactivatePatient(context, params.id, body.reason),
  );
  binder.bind(patients.patientDuplicates, ({ body }, context) => findDuplicates(context, body));
  binder.bind(patientTimeline, ({ params, query }, context) => getTimeline(context, params, query));
  binder.bind(patients.patientExport, ({ body }, context) => exportPatients(context, body));
}
