-- Unsaved input of a form. The page chooses the id. A draft that was saved or removed stays for some time without content, so that a
-- late write does not bring it back.
create table form_drafts (
  id uuid primary key,
  user_id uuid not null references users,
  -- What the form saves with, which decides who may open it.
  form text not null,
  revision integer not null,
  -- The window that wrote last.
  editor_id uuid not null,
  -- AES-256-GCM, bound to this row.
  content bytea,
  updated_at timestamptz not null
);
create index form_drafts_user_idx on form_drafts (user_id, updated_at) where content is not null;
create index form_drafts_age_idx on form_drafts (updated_at);
