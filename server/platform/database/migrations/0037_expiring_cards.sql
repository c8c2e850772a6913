-- Customers are told that their card expires before the next instalment.

alter table deliveries drop constraint deliveries_purpose_check;
alter table deliveries add constraint deliveries_purpose_check check (case
    when (purpose = 'refund') then (checkout_id is null)
    when (purpose in ('credit_account', 'credit_paid')) then (checkout_id is null and credit_id is not null)
    else ((purpose in ('link', 'code', 'outcome', 'authenticate', 'other_card', 'card_expiring', 'early', 'payment_noted')) and (checkout_id is not null))
end) not valid;
comment on table deliveries is 'Messages to customers: link, code, outcome, refund, an instalment that only they can get paid, a card that expires before the next one, one that they paid outside the card, what they repaid early; of a credit, that an account is needed and that it was paid.';
