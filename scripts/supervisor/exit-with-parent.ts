// Loaded into the service's processes before their own code: when the supervisor is gone without having
// stopped them (it was killed), they shut down on their own instead of running on unseen.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The listener alone would keep an otherwise finished process alive.
process.channel?.unref();
