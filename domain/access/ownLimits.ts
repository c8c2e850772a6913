/** How long a session may idle by default, in seconds. */
const defaultIdleSeconds = 30 * 60
/** Idle times that people may choose, in seconds, up to the installation's maximum. */
const idleChoices = [defaultIdleSeconds, 3_600, 2 * 3_600, 4 * 3_600, 8 * 3_600]
/** Undo times that people may choose, in seconds, besides the installation's own. */
const undoChoices = [60, 120, 300]

/** The installation's settings: the longest idle time, and the default undo time of refunds. */
export type InstallationLimits = { maxIdleMinutes: number; refundHoldSeconds: number }

/** The choices, in seconds, shortest first: none for refunds when they cannot be undone. */
export const choicesOf = ({ maxIdleMinutes, refundHoldSeconds: usual }: InstallationLimits) => ({
  idleChoices: idleChoices.filter((seconds) => seconds <= maxIdleMinutes * 60),
  undoChoices: usual === 0 ? [] : [usual, ...undoChoices.filter((seconds) => seconds > usual)],
})

/** How long this person's sessions may idle, in seconds: as chosen, up to the installation's maximum. */
export const idleSecondsOf = (chosen: number | null, { maxIdleMinutes }: InstallationLimits): number =>
  Math.min(chosen ?? defaultIdleSeconds, maxIdleMinutes * 60)

/** How long this person can undo a refund, in seconds: as chosen, never less than the default, and zero when the default is. */
export const undoSecondsOf = (chosen: number | null, { refundHoldSeconds: usual }: InstallationLimits): number =>
  usual === 0 ? 0 : Math.max(chosen ?? usual, usual)
