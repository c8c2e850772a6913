/** How long a process has an entry to itself; after a crash another process then sends it. */
export const leaseMs = 180_000
/**
 * The time limit of one message, with all its attempts and waits. The rest of the lease is for composing the message and storing its outcome. A batch begins no further
 * message later than `leaseMs - maxSendMs` after it was leased, because a message that takes the limit would outlast the lease.
 */
export const maxSendMs = 120_000
