-- The line with the names of the columns; until now, it was the first one with text.
alter table patient_imports add column header_line integer;
-- Lines that may have the names of the columns, and values of each column, for the person who chooses. Social security numbers are masked.
alter table patient_imports add column first_lines jsonb;
alter table patient_imports add column column_contents jsonb;
update patient_imports set header_line = 1 where header is not null;
-- Columns with values stop an import from now on, unless somebody decides about them: what was checked is checked again.
update patient_imports set checked_at = null where state = 'Draft' and header is not null;
update patient_imports set lines = lines || '{"before": 0, "totals": 0, "totalLines": [], "blankEnd": null}' where lines is not null;
