/** How long a process has an entry to itself; after a crash another process then sends it. */
export const leaseMs = 180_000
/**
 * The most that one message may take, with all its attempts and whatever it waits for: what is left of the lease is for reading what it says and storing how it ended.
 * A batch begins no further message once one that takes as long would outlast the lease: `leaseMs - maxSendMs` after it was leased.
 */
export const maxSendMs = 120_000
