-- Why a person ended an operation before any money moved, in their own words; a cancellation that gives money back says it on its refund.
alter table operation_events
  add column given_reason text,
  add column comment text;
