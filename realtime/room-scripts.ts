import { createHash } from 'node:crypto';

export interface Script {
  text: string;
  sha: string;
}

function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/*
 * A room's keys: its head (a hash of epoch `e` and sequence `q`) and its stream of the newest events, with entry ids
 * `<seq>-0`. An epoch begins with the run id of the Redis server: whatever a restart or failover has lost, no number is
 * used for two events. The head expires later than the stream.
 */

/**
 * KEYS head, stream. ARGV run id, new suffix, head's and stream's life in ms, events to keep, the command that publishes,
 * channel, events.
 */
export const APPEND = script(`
local epoch = redis.call('HGET', KEYS[1], 'e')
if not epoch or string.sub(epoch, 1, #ARGV[1]) ~= ARGV[1] then
  epoch = ARGV[1] .. ARGV[2]
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], 'e', epoch, 'q', '0')
end
local count = #ARGV - 7
local last = redis.call('HINCRBY', KEYS[1], 'q', count)
local first = last - count + 1
local bodies = {}
for i = 1, count do
  bodies[i] = ARGV[i + 7]
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], (first + i - 1) .. '-0', 'b', bodies[i])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
redis.call(ARGV[6], ARGV[7], '~' .. epoch .. ' ' .. first .. ' [' .. table.concat(bodies, ',') .. ']')
return last`);

/**
 * The room's position, and the events after a given position. KEYS as above. ARGV run id, suffix, head's life, epoch,
 * seq, maximum number of events.
 */
export const READ = script(`
local head = redis.call('HMGET', KEYS[1], 'e', 'q')
local epoch, seq = head[1], tonumber(head[2])
if not epoch or string.sub(epoch, 1, #ARGV[1]) ~= ARGV[1] then
  epoch, seq = ARGV[1] .. ARGV[2], 0
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[1], 'e', epoch, 'q', '0')
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local from = tonumber(ARGV[5])
local missed = seq - from
if ARGV[4] ~= epoch or missed < 0 or missed > tonumber(ARGV[6]) then return {epoch, seq, 1} end
local answer = {epoch, seq, 0}
if missed == 0 then return answer end
local entries = redis.call('XRANGE', KEYS[2], (from + 1) .. '-0', '+')
if #entries ~= missed or entries[1][1] ~= (from + 1) .. '-0' then return {epoch, seq, 1} end
for i = 1, missed do answer[i + 3] = entries[i][2][2] end
return answer`);

/**
 * Starts a new epoch, because events were lost before they were numbered. KEYS as above. ARGV run id, suffix, head's
 * life, the command that publishes, channel.
 */
export const RESET = script(`
local epoch = ARGV[1] .. ARGV[2]
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'e', epoch, 'q', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call(ARGV[4], ARGV[5], '~' .. epoch .. ' 0 []')
return epoch`);
