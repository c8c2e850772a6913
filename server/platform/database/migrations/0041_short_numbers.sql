-- no transaction
create index concurrently if not exists operation_lookups_by_short_number on operation_lookups (right(operation_id::text, 8));
