import type { ProviderEventType } from '#domain/provider/events'
import { tellProvider } from '../../merchants/notices/providerEvents.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { noteChange } from '../../platform/events/noteChange.ts'

type CreditEvent = {
  type: Extract<ProviderEventType, `credit.${string}`>
  id: string
  now: Date
  data: Readonly<Record<string, string | number | null>>
}

/** Tells the provider's own systems of a credit, by an event and in their list of changes; in the caller's transaction, without waiting. */
export function notifyCreditChange(db: Connection, scope: Scope, { type, id, now, data }: CreditEvent): void {
  tellProvider(db, { type, at: now, about: scope, objectId: id, data })
  noteChange(db, 'credit', scope, id)
}
