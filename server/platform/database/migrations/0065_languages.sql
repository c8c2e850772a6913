-- In which language a person reads the panel and our letters: null while they have not chosen, which is read as Spanish (specification §1).
alter table users alter column locale drop default, alter column locale drop not null;
update users set locale = null;
alter table users add constraint users_locale_check check (locale in ('es', 'ca', 'gl', 'eu', 'pt'));

-- In which language a customer went through their checkout: what is sent to them later keeps it. Null while they have not been there; one of ours, which
-- the server alone writes.
alter table checkouts add column language text;
