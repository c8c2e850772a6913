-- The campaign that a shop chose for a link, by its id alone; null: of every plan whichever costs the customer least. A campaign that has ended
-- leaves the link its other plans, so nothing refers to it.
alter table checkouts add column fixed_campaign uuid;
