-- Uploaded files.

create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  purpose text not null check (purpose in ('iban_certificate', 'document', 'dispute')),
  file_name text not null check (length(file_name) >= 1 and length(file_name) <= 120),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea not null check (octet_length(bytes) >= 1 and octet_length(bytes) <= 10000000),
  sha256 bytea not null,
  created_at timestamptz not null
);
comment on table uploads is 'Uploaded files; their content lies encrypted in the files folder.';
comment on column uploads.created_at is 'When it was created.';
create index uploads_by_user on uploads (user_id, created_at);
