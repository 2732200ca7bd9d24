-- The running service may sign in as a role that reads and writes rows only. These functions make and drop partitions
-- for it, with the rights of their owner; they touch no other tables.

ALTER FUNCTION ensure_actor_command_partition(date) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION ensure_breadcrumb_partition(date) SECURITY DEFINER SET search_path = public, pg_temp;
ALTER FUNCTION drop_breadcrumbs_before(date) SECURITY DEFINER SET search_path = public, pg_temp;
