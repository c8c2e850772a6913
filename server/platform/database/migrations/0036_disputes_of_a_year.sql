-- no transaction
create index concurrently if not exists operation_events_disputes on operation_events (merchant_id, mode, at) include (event, amount_cents, operation_id) where event in ('card_disputed', 'card_dispute_won', 'card_dispute_lost');
