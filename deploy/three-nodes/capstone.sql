-- Once, on the primary: psql -h 10.0.0.11 -U postgres -v password=… -f capstone.sql
CREATE ROLE capstone LOGIN PASSWORD :'password';
-- So that it can say how many copies there are (capstone_database_copies): pg_stat_replication hides that from others.
GRANT pg_read_all_stats TO capstone;
CREATE DATABASE capstone OWNER capstone;
