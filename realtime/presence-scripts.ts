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
 * KEYS: the sets of drivers ONLINE and STALE. ARGV: now, life in ms, prefix of a driver's key, NoteRows as one JSON
 * argument, because thousands of small arguments would cost the client more than everything else. Returns per driver:
 * the sequence before (-1: none), the sequence now, and 1 if the driver was not ONLINE.
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
  if came == 1 then redis.call('ZREM', KEYS[2], id) end
  answers[#answers + 1] = before
  answers[#answers + 1] = latest
  answers[#answers + 1] = came
end
return answers`;

/**
 * Removes drivers without recent signals from the sets; each change is returned to exactly one caller.
 * KEYS: the sets of drivers ONLINE and STALE. ARGV: the oldest signals (ms) that still count as ONLINE and as STALE,
 * and the maximum number to remove from each. Returns id, state and last signal in turn.
 */
export const SWEEP = `
local answers = {}
local function take(set, limit, state, into)
  local found = redis.call('ZRANGEBYSCORE', set, '-inf', '(' .. limit, 'WITHSCORES', 'LIMIT', 0, ARGV[3])
  for i = 1, #found, 2 do
    redis.call('ZREM', set, found[i])
    if into then redis.call('ZADD', into, found[i + 1], found[i]) end
    answers[#answers + 1] = found[i]
    answers[#answers + 1] = state
    answers[#answers + 1] = found[i + 1]
  end
end
take(KEYS[1], ARGV[1], 'STALE', KEYS[2])
take(KEYS[2], ARGV[2], 'OFFLINE', nil)
return answers`;
