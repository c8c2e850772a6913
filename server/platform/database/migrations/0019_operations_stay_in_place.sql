-- A settlement writes its reference on each of its operations. Indexed, that made every other index of the row be written anew; a search for
-- a settlement goes by its lines instead. Room on each page lets a changed row stay where its indexes point.
drop index operations_by_settlement;
alter table operations set (fillfactor = 85);
