-- Once, on whichever machine leads; it asks for the superuser's password:
-- psql "host=10.0.0.11,10.0.0.12,10.0.0.13 user=postgres target_session_attrs=read-write" -v password=… -f capstone.sql
CREATE ROLE capstone LOGIN PASSWORD :'password';
-- So that it can say how many copies there are (capstone_database_copies): pg_stat_replication hides that from others.
GRANT pg_read_all_stats TO capstone;
CREATE DATABASE capstone OWNER capstone;
