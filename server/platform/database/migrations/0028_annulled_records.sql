-- Records of the register of invoices can be annulled, and rectifying invoices are of type R1.

alter table invoice_records add column kind text not null default 'registration' check (kind in ('registration', 'annulment'));
comment on column invoice_records.kind is 'That an invoice was issued, or that its record is annulled.';

alter table invoice_records drop constraint invoice_records_invoice_type_check;
alter table invoice_records add check (invoice_type in ('F1', 'R1'));
comment on column invoice_records.invoice_type is 'F1: invoice; R1: rectifying invoice. An annulment repeats that of its registration, and the amounts.';

alter table invoice_records drop constraint invoice_records_issuer_tax_id_invoice_number_key;
alter table invoice_records add unique (issuer_tax_id, invoice_number, kind);
