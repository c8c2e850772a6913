-- Forms that several people can save count their saves: a save that was decided on an older state is refused, and names who saved since.
-- The counter grows with what the form holds and with nothing else of the row.
alter table profiles add column revision integer not null default 1, add column changed_by uuid references users;
alter table enterprises add column revision integer not null default 1, add column changed_by uuid references users;
alter table company_owners add column revision integer not null default 1, add column changed_by uuid references users;
alter table webhooks add column revision integer not null default 1, add column changed_by uuid references users;
alter table audiences add column revision integer not null default 1, add column changed_by uuid references users;
alter table operation_views add column revision integer not null default 1, add column changed_by uuid references users;
alter table campaign_articles add column revision integer not null default 1, add column changed_by uuid references users;
-- What a person of the account holds: role, shops, rights, limits, until when.
alter table users add column access_revision integer not null default 1, add column access_changed_by uuid references users;
-- Where a shop's invoices are announced.
alter table merchants add column billing_revision integer not null default 1, add column billing_changed_by uuid references users;
-- Who holds which part of an account's company, saved as a whole.
alter table accounts add column holders_revision integer not null default 0, add column holders_changed_by uuid references users;
