-- The weekly e-mail is sent to those who choose it; servers of version 0.2.0 insert nobody who did.
alter table notification_settings add column weekly bool not null default false;
comment on table notification_settings is 'A person''s daily digest, weekly e-mail and quiet hours.';
comment on column notification_settings.weekly is 'How the week was, by e-mail on Monday.';
