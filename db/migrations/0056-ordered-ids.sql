-- PostgreSQL has uuidv7() from version 18 on; servers with Debian's own packages have 15 or 17.

DO $do$
BEGIN
  IF current_setting('server_version_num')::integer >= 180000 THEN
    RETURN;
  END IF;
  CREATE FUNCTION uuidv7() RETURNS uuid
    LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $function$
    -- 48 bits of Unix milliseconds before a random UUID's last 80; its version, 4, becomes 7 by two more bits.
    SELECT encode(
      set_bit(
        set_bit(
          substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
            || substring(uuid_send(gen_random_uuid()) FROM 7),
          52, 1),
        53, 1),
      'hex')::uuid
  $function$;
END $do$;
