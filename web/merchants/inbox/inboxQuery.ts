import { workKinds, type WorkKind } from '#domain/merchants/inbox'
import type { Search } from '../../platform/routes/paths.ts'

/** The state of the inbox, all of it in its address. `item`: the key that an e-mail’s button links to. */
export type InboxQuery = { kind: WorkKind | null; item: string | null; dialog: 'together' | null }

/** Parses the address; unknown values count as absent. */
export function readInboxQuery(search: Record<string, string>): InboxQuery {
  const kind = workKinds.find((one) => one === search['kind']) ?? null
  return { kind, item: search['item'] ?? null, dialog: search['dialog'] === 'together' ? 'together' : null }
}

/** As search parameters. */
export const inboxSearch = ({ kind, item, dialog }: Partial<InboxQuery>): Search => ({ kind, item, dialog })
