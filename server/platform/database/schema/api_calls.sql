-- Calls that shops' programs made with their API keys, for their developers.

create table api_calls (
  merchant_id uuid not null,
  mode mode not null,
  id uuid not null,
  request_id uuid not null,
  key_id uuid not null,
  called_at timestamptz not null,
  call text not null,
  method text not null,
  path text not null,
  url text not null,
  status int not null check (status between 100 and 599),
  error_type text,
  ms int not null check (ms >= 0),
  request_bytes int not null check (request_bytes >= 0),
  request_body text,
  answer text,
  primary key (merchant_id, mode, id)
);
comment on table api_calls is 'The log of calls of the shops'' API, one row a call, kept for 30 days. Written after the answer, in batches.';
comment on column api_calls.called_at is 'When the answer was complete.';
comment on column api_calls.call is 'Name of the call in the contract; empty: an address that does not exist.';
comment on column api_calls.path is 'The address with names in place of its values.';
comment on column api_calls.url is 'The address as it was called, with the query; values of personal fields are masked.';
comment on column api_calls.error_type is 'The error''s type; null: a success.';
comment on column api_calls.ms is 'How long the answer took.';
comment on column api_calls.request_body is 'The request''s body with values of personal fields masked, cut to a limit; null: none, or not readable.';
comment on column api_calls.answer is 'The body of an error; of a success nothing is kept.';
create index api_calls_by_request on api_calls (merchant_id, mode, request_id);
create index api_calls_errors on api_calls (merchant_id, mode, id) where error_type is not null;
select isolate_tenants('api_calls');

create table api_call_hours (
  merchant_id uuid not null,
  mode mode not null,
  hour timestamptz not null,
  key_id uuid not null,
  call text not null,
  method text not null,
  status int not null,
  error_type text not null,
  calls int not null check (calls > 0),
  primary key (merchant_id, mode, hour, key_id, call, method, status, error_type)
);
comment on table api_call_hours is 'How many calls of the shops'' API there were in each hour, those too that the log left out.';
comment on column api_call_hours.hour is 'Start of the hour.';
comment on column api_call_hours.error_type is 'Empty: a success.';
create index api_call_hours_by_hour on api_call_hours (hour);
