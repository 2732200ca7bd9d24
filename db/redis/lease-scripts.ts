import { Script } from './script.ts';

/**
 * `boot` identifies Redis's present memory: the time at which it was found empty (Redis's clock, milliseconds) and a
 * unique tag. If the clock is set back to before that time, claims would never be allowed again, so a new boot is
 * started then.
 */
const BOOT = `
local function boot_of(key, tag)
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  local boot = redis.call('GET', key)
  local age = -1
  if boot then age = now - tonumber(string.match(boot, '^%d+')) end
  if age < 0 then
    boot = string.format('%.0f:%s', now, tag)
    age = 0
    redis.call('SET', key, boot)
  end
  return boot, age
end
`;

/** KEYS boot, lease. ARGV incarnation, ttl. Returns the boot and its age. */
export const takeScript = new Script(`${BOOT}
local boot, age = boot_of(KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return { boot, age }
`);

/** KEYS boot, lease. ARGV incarnation, ttl, boot. Returns 1 when renewed. Never creates a lease. */
export const renewScript = new Script(`
if redis.call('GET', KEYS[1]) ~= ARGV[3] then return 0 end
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[2], ARGV[2])
`);

/**
 * KEYS boot, the claimant's lease, one per actor. ARGV incarnation, boot, boot wait, claim's ttl, prefix of leases.
 * Returns 'lost', 'wait', or 'owners' and the owner of each actor.
 */
export const claimScript = new Script(`${BOOT}
local me = ARGV[1]
local boot, age = boot_of(KEYS[1], me)
if boot ~= ARGV[2] or redis.call('GET', KEYS[2]) ~= me then return { 'lost' } end
if age < tonumber(ARGV[3]) then return { 'wait' } end
local owners = { 'owners' }
for index = 3, #KEYS do
  local owner = redis.call('GET', KEYS[index])
  if not owner or owner == me or redis.call('EXISTS', ARGV[5] .. owner) == 0 then
    redis.call('SET', KEYS[index], me, 'PX', ARGV[4])
    owner = me
  end
  owners[index - 1] = owner
end
return owners
`);

/** KEYS the actor. ARGV prefix of leases. Returns its owner, if that owner's lease is live. */
export const ownerScript = new Script(`
local owner = redis.call('GET', KEYS[1])
if owner and redis.call('EXISTS', ARGV[1] .. owner) == 1 then return owner end
return false
`);

/** KEYS one per actor. ARGV incarnation. */
export const releaseScript = new Script(`
for index = 1, #KEYS do
  if redis.call('GET', KEYS[index]) == ARGV[1] then redis.call('DEL', KEYS[index]) end
end
`);
