-- Customers repay instalments before they are due: what a charge repays, and an interest that may be given back. Rows of the version before stay valid.
alter table charges add column repays_all boolean;
comment on column charges.repays_all is 'An early repayment: of all that is left (true) or of the next instalment (false); null: of what is due.';

-- next transaction
alter table instalments drop constraint instalments_interest_cents_check;
comment on column instalments.interest_cents is 'Of it interest; negative where an early repayment gave back more than had accrued.';

-- next transaction
-- Short addresses for QR codes. Links that the version before writes have none.
alter table checkout_links add column short_hash bytea;
alter table checkout_links add column short_until timestamptz;
comment on column checkout_links.short_hash is 'SHA-256 of the code of its short address; null: it has none.';
comment on column checkout_links.short_until is 'Until when the short address leads to it.';
