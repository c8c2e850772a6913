-- Whose file goes a year after the no.
create index onboardings_rejected on onboardings (decided_at) where status = 'rejected';

-- In hex, what audiences know of the customer: keyed hashes, to be taken out again of a database that was restored to before.
alter table erasures add column members text[] not null default '{}';
