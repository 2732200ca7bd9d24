-- The role that makes backups. Run once by the superuser in the service's database, after its first start:
--   sudo -u postgres psql -d wasl -f /opt/wasl/current/scripts/operate/backup/prepare.sql
-- Named like the system user, so that on this machine it signs in by who it is (peer) and has no password.
-- A role that may copy the server's files has read everything in them: to read all rows is no further right.
CREATE ROLE "wasl-backup" LOGIN REPLICATION;
GRANT pg_read_all_data, pg_monitor TO "wasl-backup";
GRANT INSERT, UPDATE ON backup_runs TO "wasl-backup";
