/** A session waits so long without anybody, in seconds. */
const usualIdleSeconds = 30 * 60
/** How long people may have theirs wait, in seconds; how far an installation lets them is its setting. */
const idleChoices = [usualIdleSeconds, 3_600, 2 * 3_600, 4 * 3_600, 8 * 3_600]
/** How long people may have a refund wait for them to undo it, in seconds, besides the installation's own time. */
const undoChoices = [60, 120, 300]

/** What an installation allows: how far people may go, and how long a refund can be undone by everybody. */
export type LimitsOfAll = { mostIdleMinutes: number; refundHoldSeconds: number }

/** What people may choose, in seconds, shortest first: nothing for refunds where none can be undone. */
export const choicesOf = ({ mostIdleMinutes, refundHoldSeconds: usual }: LimitsOfAll) => ({
  idleChoices: idleChoices.filter((seconds) => seconds <= mostIdleMinutes * 60),
  undoChoices: usual === 0 ? [] : [usual, ...undoChoices.filter((seconds) => seconds > usual)],
})

/** How long this person's sessions wait, in seconds: what they chose, as far as the installation goes. */
export const idleSecondsOf = (chosen: number | null, { mostIdleMinutes }: LimitsOfAll): number =>
  Math.min(chosen ?? usualIdleSeconds, mostIdleMinutes * 60)

/** How long this person can undo a refund, in seconds: what they chose, never less than everybody, and not at all where nobody can. */
export const undoSecondsOf = (chosen: number | null, { refundHoldSeconds: usual }: LimitsOfAll): number =>
  usual === 0 ? 0 : Math.max(chosen ?? usual, usual)
