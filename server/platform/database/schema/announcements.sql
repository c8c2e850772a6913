-- Messages of the provider to merchants.

create table announcements (
  id uuid primary key,
  texts jsonb not null check (texts ? 'es'),
  account_ids uuid[] check (cardinality(account_ids) > 0),
  mode mode,
  from_at timestamptz not null,
  until_at timestamptz not null,
  by_mail bool not null,
  created_at timestamptz not null,
  created_by uuid not null references staff,
  ended_at timestamptz,
  ended_by uuid references staff,
  check (until_at > from_at),
  check ((ended_at is null) = (ended_by is null))
);
comment on table announcements is 'Messages of the provider to merchants: a banner in their panel, and an e-mail if wanted.';
comment on column announcements.texts is 'By language: `title` and `text`, as staff wrote them. Spanish is always there, and is read where a language is missing.';
comment on column announcements.account_ids is 'To whom; empty: to all.';
comment on column announcements.mode is 'In which mode it is shown; empty: in both.';
comment on column announcements.from_at is 'Shown from here, and sent by e-mail then.';
comment on column announcements.until_at is 'Shown until here.';
comment on column announcements.created_at is 'When it was created.';
comment on column announcements.ended_at is 'Taken back by staff.';
create index announcements_shown on announcements (until_at) where ended_at is null;
