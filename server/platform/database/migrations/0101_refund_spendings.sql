-- What each person has given back, a row for each refund: refunds of one person no longer wait for one row. It is outside the wall, for a limit is a
-- person's and not a shop's; without a foreign key, whose check would lock the person's row in every refund.
create table refund_spendings (
  user_id uuid not null,
  mode mode not null,
  on_day date not null,
  refund_id uuid not null,
  spent_cents bigint not null,
  primary key (user_id, mode, on_day, refund_id)
);

-- Servers of the version before, still running while this one takes over, keep adding to a day's row: each addition is a spending too.
create function spend_of_older_servers() returns trigger language plpgsql as $$
begin
  insert into refund_spendings (user_id, mode, on_day, refund_id, spent_cents)
  values (new.user_id, new.mode, new.on_day, gen_random_uuid(), new.spent_cents - case when tg_op = 'UPDATE' then old.spent_cents else 0 end);
  return null;
end $$;
create trigger spend_of_older_servers after insert or update of spent_cents on refund_days for each row execute function spend_of_older_servers();

-- Of today, which is the only day that still counts; the day before for midnight's sake.
insert into refund_spendings (user_id, mode, on_day, refund_id, spent_cents)
select user_id, mode, on_day, gen_random_uuid(), spent_cents from refund_days where spent_cents > 0 and on_day >= current_date - 1;
