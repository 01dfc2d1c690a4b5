-- Failed sign-ins without a user that are not in the audit log yet, by address or network. `refused`: of a single sign-on, the reason;
-- else empty.
create table unknown_sign_ins (
  ip_address inet not null,
  refused text not null,
  recorded_at timestamptz not null,
  unrecorded integer not null,
  primary key (ip_address, refused)
);
create index unknown_sign_ins_recorded_idx on unknown_sign_ins (recorded_at);
