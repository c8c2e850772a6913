-- Wrong PINs of a person are counted by the day: a right one in between, which comes every minute on a busy counter, no longer brings five more.

alter table till_guesses
  -- The first of those that are counted.
  add column since timestamptz not null default '-infinity',
  -- Wrong ones since the person last came in: told to them there.
  add column unseen smallint not null default 0 check (unseen >= 0);
alter table till_guesses alter column since drop default;
