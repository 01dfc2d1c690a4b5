-- What reports print above and instead of the template's name. Null prints as before; signed notes keep what they printed.
alter table template_categories add column report_title text;
alter table templates add column report_title text;
