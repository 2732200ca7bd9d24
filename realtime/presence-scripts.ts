/**
 * A lower sequence counts as a restart of the device's count if its point was measured more than this many milliseconds
 * later.
 */
export const RESTARTED_AFTER_MS = 10_000;

/** One driver's arguments of NOTE; all except the first two are empty if no point came with the signal. */
export type NoteRow = [
  driverId: string,
  stream: string,
  sequence: string,
  latitude: string,
  longitude: string,
  at: string,
  atMs: string,
];

/**
 * Records the signals of many drivers, each with the newest point of its batch, unless a newer point is known: two
 * batches of one device may arrive in either order, through different processes.
 * KEYS: the sets of drivers ONLINE and STALE, and of those with a change that nobody has confirmed to have told. ARGV:
 * now, life in ms, prefix of a driver's key, NoteRows as one JSON argument, because thousands of small arguments would
 * cost the client more than everything else, and the lease of the changes. Returns per driver: the sequence before (-1:
 * none), the sequence now, and 1 if the driver was not ONLINE.
 */
export const NOTE = `
local now, answers = tonumber(ARGV[1]), {}
for _, row in ipairs(cjson.decode(ARGV[4])) do
  local id, stream, sequence = row[1], row[2], tonumber(row[3])
  local key = ARGV[3] .. id
  local known = redis.call('HMGET', key, 'seen', 'sequence', 'stream', 'atMs')
  if now > tonumber(known[1] or '0') then redis.call('HSET', key, 'seen', ARGV[1]) end
  local before = tonumber(known[2] or '-1')
  local latest = before
  if sequence then
    local atMs, knownAt = tonumber(row[7]), tonumber(known[4] or '-1')
    if known[3] and known[3] ~= stream then
      before = atMs > knownAt and -1 or 9007199254740991
    elseif sequence <= before and atMs > knownAt + ${RESTARTED_AFTER_MS} then
      before = -1
    end
    if sequence > before then
      redis.call('HSET', key, 'sequence', row[3], 'stream', stream, 'latitude', row[4],
                 'longitude', row[5], 'at', row[6], 'atMs', row[7])
      latest = sequence
    end
  end
  redis.call('PEXPIRE', key, ARGV[2])
  local came = redis.call('ZADD', KEYS[1], 'GT', ARGV[1], id)
  if came == 1 then
    redis.call('ZREM', KEYS[2], id)
    redis.call('ZADD', KEYS[3], ARGV[5], id)
  end
  answers[#answers + 1] = before
  answers[#answers + 1] = latest
  answers[#answers + 1] = came
end
return answers`;

/**
 * Takes drivers without recent signals out of the sets, and takes over changes whose lease has ended: the process that
 * took them may have died before it pushed them. Each change is returned to exactly one caller.
 * KEYS: as of NOTE. ARGV: the oldest signals (ms) that still count as ONLINE and as STALE, the maximum number of each
 * kind, now, the lease of the changes, and the prefix of a driver's key. Returns id, present state and last signal in
 * turn.
 */
export const SWEEP = `
local answers = {}
local function answer(id, state, seen)
  redis.call('ZADD', KEYS[3], ARGV[5], id)
  answers[#answers + 1] = id
  answers[#answers + 1] = state
  answers[#answers + 1] = seen
end
local function take(set, limit, state, into)
  local found = redis.call('ZRANGEBYSCORE', set, '-inf', '(' .. limit, 'WITHSCORES', 'LIMIT', 0, ARGV[3])
  for i = 1, #found, 2 do
    redis.call('ZREM', set, found[i])
    if into then redis.call('ZADD', into, found[i + 1], found[i]) end
    answer(found[i], state, found[i + 1])
  end
end
take(KEYS[1], ARGV[1], 'STALE', KEYS[2])
take(KEYS[2], ARGV[2], 'OFFLINE', nil)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[4], 'LIMIT', 0, ARGV[3])) do
  local online, stale = redis.call('ZSCORE', KEYS[1], id), redis.call('ZSCORE', KEYS[2], id)
  local seen = online or stale or redis.call('HGET', ARGV[6] .. id, 'seen')
  if seen then
    answer(id, online and 'ONLINE' or stale and 'STALE' or 'OFFLINE', seen)
  else
    redis.call('ZREM', KEYS[3], id)
  end
end
return answers`;

/**
 * Confirms that changes were told. If a change of the same driver has been taken by another process since, the two may
 * have been told in either order: the present state is told once more.
 * KEYS: the set of drivers with untold changes. ARGV: now, then id and lease of each change in turn.
 */
export const TOLD = `
for i = 2, #ARGV, 2 do
  local lease = redis.call('ZSCORE', KEYS[1], ARGV[i])
  if lease and tonumber(lease) == tonumber(ARGV[i + 1]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
  else
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
  end
end
return redis.status_reply('OK')`;
