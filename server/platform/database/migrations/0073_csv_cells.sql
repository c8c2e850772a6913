-- A text as a cell of Spain's CSV, written where the rows lie: what `csvText` of the server writes, sign by sign (a test holds it to that).

-- One that may be a formula, or needs quotes. Signs that nobody sees go first: none may hide a formula.
create function csv_guarded(value text) returns text immutable parallel safe language sql return (
  select case when s.safe ~ '[";\r\n\t]' then '"' || replace(s.safe, '"', '""') || '"' else s.safe end
  from (select regexp_replace(value, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g') as plain) p
    cross join lateral (select case when p.plain ~
      '^[\t\r\n \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*[-=+@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]' then '''' || p.plain else p.plain end as safe) s);

-- Most begin with a letter of Europe or a digit, and nothing in them would have to be looked at twice.
create function csv_text(value text) returns text immutable parallel safe language sql return
  case when value is null or value = '' then ''
    when value ~ '^[0-9A-Za-z\u00c0-\u024f][^";\u0001-\u001f\u007f-\u009f]*$' then value
    else csv_guarded(value) end;
