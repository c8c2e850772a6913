-- Settlements and invoices of some days, each a file, in one zip that is kept.

alter table reports drop constraint reports_type_check;
alter table reports add constraint reports_type_check check (type in
  ('operations', 'settlements', 'refunds', 'instalment_calendar', 'campaigns', 'fees', 'reconciliation', 'month_package', 'settlement_files', 'invoice_files'));
