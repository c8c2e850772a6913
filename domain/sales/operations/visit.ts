/** Inactivity that ends a visit to the list. */
export const VISIT_GAP_MS = 30 * 60_000
/** Heartbeat interval of an open list: the precision of a visit's end. */
export const VISIT_BEAT_MS = 10 * 60_000
/** Maximum changes shown since the last visit: beyond that, the list itself is more useful. */
export const MAX_CHANGES = 200

/** A person's visit to the operations list of a shop and mode. */
export type Visit = {
  /** Later changes are new to them: the end of the previous visit, or what they marked as seen since. */
  since: Date
  /** When they were last active. */
  lastAt: Date
}

/**
 * The visit of somebody who is active now. A first visit has no news. After {@link VISIT_GAP_MS} of inactivity a new visit begins, whose news is what changed
 * since the last activity; until then the visit continues, with the same news.
 */
export function visitAt(before: Visit | null, now: Date): Visit {
  if (before === null) return { since: now, lastAt: now }
  if (now.getTime() - before.lastAt.getTime() >= VISIT_GAP_MS) return { since: before.lastAt, lastAt: now }
  return { since: before.since, lastAt: now > before.lastAt ? now : before.lastAt }
}

/** The visit after everything until an instant was marked as seen: later changes stay news, and nothing seen comes back. */
export function seenUntil(visit: Visit, until: Date): Visit {
  const latest = until < visit.lastAt ? until : visit.lastAt
  return latest > visit.since ? { ...visit, since: latest } : visit
}
