/** Out of sight for so long ends a visit of the list: a coffee, not a phone call. */
export const VISIT_GAP_MS = 30 * 60_000
/** How often an open list says that somebody is still there: a visit's end is known to within this. */
export const VISIT_BEAT_MS = 10 * 60_000
/** The most rows that are told as changed since the last visit: beyond them one reads the list itself. */
export const CHANGES_MOST = 200

/** When a person was at the operations list of a shop and mode. */
export type Visit = {
  /** What changed after this is news to them: the end of the visit before, or what they called seen since. */
  since: Date
  /** When they were there last. */
  lastAt: Date
}

/**
 * The visit of somebody who is there now. A first one has no news. After {@link VISIT_GAP_MS} without them a new one begins, and what
 * changed since they were there last is its news; until then the visit goes on, with the news it began with.
 */
export function visitAt(before: Visit | null, now: Date): Visit {
  if (before === null) return { since: now, lastAt: now }
  if (now.getTime() - before.lastAt.getTime() >= VISIT_GAP_MS) return { since: before.lastAt, lastAt: now }
  return { since: before.since, lastAt: now > before.lastAt ? now : before.lastAt }
}

/** The visit after its person saw everything until an instant: what came later stays news, and nothing that was seen comes back. */
export function seenUntil(visit: Visit, until: Date): Visit {
  const latest = until < visit.lastAt ? until : visit.lastAt
  return latest > visit.since ? { ...visit, since: latest } : visit
}
