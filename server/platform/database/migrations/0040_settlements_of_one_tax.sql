-- A settlement whose lines all bear one tax says which, so that later ones of its invoice do not read its lines again.

alter table settlements add column only_vat_bps int, add column only_tax_territory tax_territory,
  add constraint settlements_only_tax check ((only_vat_bps is null) = (only_tax_territory is null) and only_vat_bps >= 0 and only_vat_bps <= 10000) not valid;
comment on column settlements.only_vat_bps is 'VAT rate of all its lines but repayments, in hundredths of a percent; null: there are several taxes or no lines, or it was made before this was kept.';
comment on column settlements.only_tax_territory is 'Whose tax all its lines but repayments bear.';

-- next transaction
alter table settlements validate constraint settlements_only_tax;
