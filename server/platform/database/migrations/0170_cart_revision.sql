-- Grows with every change of a shop's limits: who decided on older ones is told, and changes nothing.
alter table cart_limits add column revision integer not null default 1;
