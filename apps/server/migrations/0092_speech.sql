-- What the practice sets for speech (docs/decisions/0112): words that recognizers should expect, a line each, and the word before commands.
-- Exactly one row.
create table speech_settings (
  is_only boolean primary key default true check (is_only),
  words text not null default '' check (length(words) <= 20000),
  command_word text not null default 'portal' check (length(command_word) between 4 and 20),
  version integer not null default 1
);
insert into speech_settings default values;
