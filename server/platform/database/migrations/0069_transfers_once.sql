-- no transaction: the bank's reference of a transfer belongs to one shop of all, and a million lines are read without holding up a sale.
create unique index concurrently if not exists settlement_lines_transfer_once on settlement_lines (repayment_reference) where repayment_of = 'transfer' and not repayment_undone;
