/** Milliseconds by which a lower sequence must be measured later to be a device that counts from the start again. */
export const RESTARTED_AFTER = 10_000;

/** One driver's part of NOTE; all but the first two are empty when no point came with the sign of life. */
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
 * Notes signs of life of many drivers, each with the newest point of a batch, unless a newer one is known: two batches
 * of one device may arrive in either order, through different processes.
 * KEYS: the sets of drivers ONLINE and STALE. ARGV: now, life in ms, prefix of a driver's key, NoteRows as JSON: one
 * argument, as thousands of small ones cost a client more than all the rest. Answers per driver: the sequence that
 * counted before (-1: none), the one that counts now, and 1 when the driver was not ONLINE.
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
    elseif sequence <= before and atMs > knownAt + ${RESTARTED_AFTER} then
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
 * Takes drivers silent for too long out of the sets; each of them is answered to one caller alone.
 * KEYS: the sets of drivers ONLINE and STALE. ARGV: the last signs of life (ms) that still count as ONLINE and as
 * STALE, and the most to take of each. Answers id, state and last sign of life by turns.
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
