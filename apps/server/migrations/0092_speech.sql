-- What the practice sets for speech (docs/decisions/0112): words that recognizers should expect, a line each, and the word before commands.
-- At most one row.
create table speech_settings (
  is_only boolean primary key default true check (is_only),
  words text not null check (length(words) <= 20000),
  command_word text not null check (length(command_word) between 4 and 20)
);
