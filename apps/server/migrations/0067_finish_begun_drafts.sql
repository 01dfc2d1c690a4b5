-- Whether the draft's template and patient were active when they were chosen: the author may then still save it.
alter table dictation_drafts add column may_finish boolean not null default true;
alter table dictation_drafts alter column may_finish set default false;
