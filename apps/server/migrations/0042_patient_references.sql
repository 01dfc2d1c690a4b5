-- Deleting a patient checks the tables that refer to patients. Their other indexes leave out deleted rows.
create index phone_messages_of_patient_idx on phone_messages (patient_id) where patient_id is not null;
create index documents_of_patient_idx on documents (patient_id);
create index pill_counts_of_patient_idx on pill_counts (patient_id);
