-- A shop's programs are told of a file that is ready, as before, and which schedule asked for it; and of one that will not come.

alter table reports add column failed_at timestamptz;

create or replace function tell_webhooks_of_report() returns trigger language plpgsql as $$
declare about jsonb := jsonb_build_object('report_id', replace(new.id::text, '-', ''), 'schedule_id', replace(new.schedule_id::text, '-', ''), 'type', new.type,
  'format', new.format, 'from', new.from_on, 'to', new.to_on);
begin
  if new.status = 'ready' then
    perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, 'report.ready', new.ready_at, about || jsonb_build_object('rows', new.rows,
      'sha256', encode(new.checksum, 'hex'), 'expires_at', to_char(new.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  else
    perform tell_webhooks(gen_random_uuid(), new.merchant_id, new.mode, 'report.failed', new.failed_at, about || jsonb_build_object('problem', new.problem,
      'missing', to_jsonb(new.missing)));
  end if;
  return null;
end $$;
drop trigger tell_webhooks on reports;
create trigger tell_webhooks after update of status on reports
  for each row when (old.status <> new.status and (new.status = 'ready' or (new.status = 'failed' and new.failed_at is not null))) execute function tell_webhooks_of_report();
