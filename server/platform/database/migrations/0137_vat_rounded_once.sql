-- no transaction
-- A settlement rounds the VAT of each rate once, whatever crashes or runs twice.
create unique index concurrently if not exists settlement_lines_rounded_once on settlement_lines (merchant_id, mode, settlement_id, vat_bps) where kind = 'vat_rounding';
