-- The currencies and rails of the rows of before. Apart from 0093, so that no lock of a trigger lasts while they are read.
-- Up Migration
select list_all_values();
